import { Hono, type Context } from 'hono';
import * as z from 'zod/mini';
import type { BearerEnvironment } from './bearer.ts';
import { fail, failureBody, succeed } from './envelope.ts';
import { integerParameter } from './integerParameter.ts';
import { listParametersSchema } from './labelFilter.ts';
import { labelChangesSchema, notEmpty } from './labelRecord.ts';
import type { Service } from './service.ts';

const positive = integerParameter.check(z.refine((value) => value >= 1));

/** Query of a list (docs/interface.md, section 4.5): the filter and the page. Unknown parameters are ignored. */
const listQuerySchema = z.extend(listParametersSchema, {
  current: z.optional(positive),
  size: z.optional(positive),
});

/** Body of an update (docs/interface.md, section 4.6). Other fields are ignored. */
const updateBodySchema = z.extend(labelChangesSchema, { id: notEmpty });

function normalized(name: string): string {
  return name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

/** The same schema with the option `normalizeNames`. */
const normalizedUpdateBodySchema = z.extend(updateBodySchema, {
  labelName: z.optional(z.pipe(z.pipe(z.string(), z.transform(normalized)), notEmpty)),
});

function validationMessage(error: z.core.$ZodError): string {
  const names = new Set(error.issues.map((issue) => issue.path.join('.') || 'body'));
  return `Not valid: ${[...names].join(', ')}.`;
}

function list(context: Context<BearerEnvironment>, service: Service): Response {
  const parsed = listQuerySchema.safeParse(context.req.query());
  if (!parsed.success) {
    return fail(context, service.options, 400, validationMessage(parsed.error));
  }
  const { current = 1, size: wanted, ...filter } = parsed.data;
  const { pageLimit, pageSize } = service.options.current;
  const size = Math.min(wanted ?? pageSize, pageLimit);
  const { tenantId } = context.get('accessToken').approval;
  const { records, total } = service.labels.slice(tenantId, filter, (current - 1) * size, size);
  return succeed(context, { records, total, size, current, pages: Math.ceil(total / size) });
}

/**
 * Returns whether the header declares JSON or is missing: the service does not document whether it requires
 * one.
 */
function mayBeJson(contentType: string | undefined): boolean {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return mediaType === '' || /^\w+\/(?:[\w.+-]+\+)?json$/.test(mediaType);
}

async function update(context: Context<BearerEnvironment>, service: Service): Promise<Response> {
  const { options } = service;
  if (!mayBeJson(context.req.header('content-type'))) {
    return context.json(failureBody(415, 'The body must be a JSON object.'), 415);
  }
  let body: unknown;
  try {
    body = JSON.parse(await context.req.text());
  } catch {
    return fail(context, options, 400, 'The body is not JSON.');
  }
  const { failUpdateIds, ignoreUpdateIds, normalizeNames, updateData } = options.current;
  const schema = normalizeNames ? normalizedUpdateBodySchema : updateBodySchema;
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    return fail(context, options, 400, validationMessage(parsed.error));
  }
  const { id, ...changes } = parsed.data;
  if (failUpdateIds.includes(id)) {
    return fail(context, options, 423, 'The label is locked by a running payroll.');
  }
  const { approval, jti: tokenId } = context.get('accessToken');
  const { tenantId, userId } = approval;
  const record = ignoreUpdateIds.includes(id)
    ? service.labels.find(tenantId, id)
    : service.labels.update(tenantId, id, changes, { userId, tokenId });
  if (record === undefined) {
    return fail(context, options, 404, 'There is no such label.');
  }
  switch (updateData) {
    case 'empty':
      return succeed(context, {});
    case 'record':
      return succeed(context, record);
    case 'null':
      return succeed(context, null);
  }
}

/** The label endpoints, below `/api/v2/label`. */
export function createLabelEndpoints(service: Service): Hono<BearerEnvironment> {
  const endpoints = new Hono<BearerEnvironment>();
  endpoints.use(async (context, next) => {
    const { labelScope } = service.options.current;
    const granted: readonly string[] = context.get('accessToken').approval.scopes;
    if (labelScope !== 'none' && !granted.includes(labelScope)) {
      return fail(context, service.options, 403, `The token lacks the scope ${labelScope}.`);
    }
    await next();
    return undefined;
  });
  endpoints.get('/list', (context) => list(context, service));
  endpoints.post('/update', async (context) => await update(context, service));
  return endpoints;
}
