import { Hono } from 'hono';
import type { Context } from 'hono';
import * as z from 'zod';
import type { SandboxControl } from './control.ts';
import { changeableOptionsSchema } from './options.ts';

const selectionSchema = z.strictObject({
  tenantId: z.string().optional(),
  userId: z.string().optional(),
});

const labelUpdateSchema = z.strictObject({
  tenantId: z.string(),
  id: z.string(),
  labelCode: z.string().optional(),
  labelName: z.string().optional(),
  labelStatus: z.int32().optional(),
});

/** Reads a JSON body; throws a `SyntaxError` or `ZodError` that becomes HTTP 400. */
async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  const text = await context.req.text();
  return schema.parse(text === '' ? {} : JSON.parse(text));
}

/**
 * The control over HTTP below `/__sandbox`, for tests in other processes; served with the option
 * `control` only.
 *
 * - GET `/state`: options, tenant and user ids, token calls, counts of requests
 * - GET `/labels/TENANT`: the tenant's records
 * - POST `/options`: changes options
 * - POST `/update-label`: tenantId, id and the changed fields
 * - POST `/expire-access-tokens`
 * - POST `/revoke-refresh-tokens`: tenantId and userId, both optional
 *
 * A POST needs the content type `application/json`, which a foreign web page cannot send
 * unasked. It answers with 204, and with 400 and a line of text where something is wrong.
 */
export function createControlEndpoints(control: SandboxControl): Hono {
  const endpoints = new Hono();
  endpoints.use(async (context, next) => {
    const contentType = context.req.header('content-type') ?? '';
    if (context.req.method === 'POST' && !contentType.startsWith('application/json')) {
      return context.text('The content type must be application/json.', 415);
    }
    await next();
    return undefined;
  });
  endpoints.onError((error, context) => {
    const isBadRequest =
      error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError;
    const line = error instanceof z.ZodError ? z.prettifyError(error) : error.message;
    return isBadRequest ? context.text(line, 400) : context.text('Internal error', 500);
  });
  endpoints.get('/state', (context) =>
    context.json({
      options: control.options(),
      tenantIds: control.tenantIds(),
      userIds: control.userIds(),
      tokenCalls: control.tokenCalls(),
      requests: control.requests(),
    }),
  );
  endpoints.get('/labels/:tenantId', (context) =>
    context.json(control.labels(context.req.param('tenantId'))),
  );
  endpoints.post('/options', async (context) => {
    control.setOption(await readBody(context, changeableOptionsSchema));
    return context.body(null, 204);
  });
  endpoints.post('/update-label', async (context) => {
    const { tenantId, id, ...changes } = await readBody(context, labelUpdateSchema);
    const record = control.updateLabel(tenantId, id, changes);
    return record === undefined
      ? context.text('There is no such label.', 400)
      : context.body(null, 204);
  });
  endpoints.post('/expire-access-tokens', (context) => {
    control.expireAccessTokens();
    return context.body(null, 204);
  });
  endpoints.post('/revoke-refresh-tokens', async (context) => {
    control.revokeRefreshTokens(await readBody(context, selectionSchema));
    return context.body(null, 204);
  });
  return endpoints;
}
