import * as z from 'zod/mini';
import { isCharset } from './charset.ts';
import { faults } from './faults.ts';
import { isScope } from './scopes.ts';

const absoluteUri = z
  .string()
  .check(
    z.refine(
      (text) => URL.canParse(text) && !text.includes('#'),
      'must be an absolute URI, no fragment',
    ),
  );

const httpOrigin = z
  .string()
  .check(
    z.refine(
      (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
      'must be an origin such as https://code.example.com',
    ),
  );

/** Returns the schema of an integer within these bounds. */
function whole(least: number, most: number) {
  return z.int().check(z.gte(least), z.lte(most));
}

const lifetime = whole(1, 2_147_483_647);

const languageTag = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[a-z0-9]+)*$/i, 'must be a language tag such as zh-cn'));

const charsetLabel = z
  .string()
  .check(z.refine(isCharset, 'must be a label of a charset such as gbk or iso-8859-1'));

const labelScope = z
  .string()
  .check(z.refine((text) => text === 'none' || isScope(text), 'must be "none" or a scope'));

/** Options that cannot change after the start of the sandbox. */
const startOptions = {
  port: z._default(whole(0, 65_535), 0).check(z.describe('port on 127.0.0.1; 0 takes a free one')),
  labels: z._default(whole(0, 1_000_000), 2000).check(z.describe('labels in each tenant')),
  tenants: z._default(whole(1, 100), 3).check(z.describe('number of tenants')),
  users: z
    ._default(whole(1, 100), 2)
    .check(
      z.describe(
        'number of users; each belongs to every tenant, the last one not to the last tenant',
      ),
    ),
  seed: z
    ._default(z.int().check(z.gte(0)), 1)
    .check(z.describe('decides the labels: same seed, same labels')),
  oddLabels: z
    ._default(z.boolean(), false)
    .check(z.describe('some labels have names, codes and fields that break naive code')),
  language: z
    ._default(languageTag, 'en')
    .check(
      z.describe('language of the pages that a person sees; there must be a translation into it'),
    ),
  clientId: z
    ._default(z.string().check(z.minLength(1)), 'workforce-labels-sandbox')
    .check(z.describe('client ID of the registered app')),
  redirectUris: z
    ._default(z.array(absoluteUri), [])
    .check(z.describe('a further registered redirect URI (may be repeated)')),
  relayOrigins: z
    ._default(z.array(httpOrigin), [])
    .check(z.describe('a further origin that the relay forwards to (may be repeated)')),
};

/** Options for everything that docs/interface.md leaves open. */
const serviceOptions = {
  latency: z
    ._default(whole(0, 600_000), 0)
    .check(
      z.describe(
        'milliseconds added to /api and token requests, half before and half after the work',
      ),
    ),
  latencyVariation: z
    ._default(whole(0, 600_000), 0)
    .check(
      z.describe(
        'largest number of milliseconds by which the latency is less, down to none, or more, at random',
      ),
    ),
  accessTokenTtl: z
    ._default(lifetime, 1800)
    .check(z.describe('life of an access token in seconds')),
  refreshTokenTtl: z
    ._default(lifetime, 2_592_000)
    .check(z.describe('life of a refresh token in seconds')),
  pageLimit: z
    ._default(whole(1, 100_000), 200)
    .check(z.describe('largest page of a list; a greater size is cut to it')),
  pageSize: z._default(whole(1, 100_000), 20).check(z.describe('page size when none is asked for')),
  unauthorized: z
    ._default(z.enum(['http', 'envelope']), 'http')
    .check(z.describe('refused bearer token: HTTP 401, or HTTP 200; an envelope in both')),
  unauthorizedCode: z
    ._default(z.int().check(z.refine((code) => code !== 0, 'must not be 0')), 401)
    .check(z.describe('envelope code of a refused bearer token')),
  apiErrors: z
    ._default(z.enum(['envelope', 'http']), 'envelope')
    .check(z.describe('other failures under /api: HTTP 200, or the envelope code as HTTP status')),
  tokenErrors: z
    ._default(z.enum(['oauth', 'envelope', 'envelope4xx', 'empty', 'html']), 'oauth')
    .check(
      z.describe(
        'refused token request: RFC 6749 JSON with HTTP 400, envelope with HTTP 200, envelope, empty or HTML body with HTTP 400',
      ),
    ),
  tokenErrorCode: z
    ._default(z.int(), 0)
    .check(
      z.describe(
        'code of the envelope that refuses a refresh token, which then says no more; with 0 it names the error',
      ),
    ),
  refreshTokenReuse: z
    ._default(z.enum(['refuse', 'revoke']), 'refuse')
    .check(
      z.describe(
        'a used refresh token is refused, or in addition revokes the newest one of its grant',
      ),
    ),
  scopeSeparator: z
    ._default(z.enum(['comma', 'space']), 'comma')
    .check(z.describe('what separates the scopes in a token response')),
  labelScope: z
    ._default(labelScope, 'none')
    .check(
      z.describe('scope that the label endpoints require, or "none"; without it envelope code 403'),
    ),
  updateData: z
    ._default(z.enum(['empty', 'record', 'null']), 'empty')
    .check(z.describe('data in the answer to an update: an empty object, the new record, or null')),
  integers: z
    ._default(z.enum(['number', 'text']), 'number')
    .check(z.describe('what the document calls integers: numbers, or their digits as texts')),
  identifiers: z
    ._default(z.enum(['text', 'number']), 'text')
    .check(
      z.describe(
        'id, tenant_id and user_id: texts, or numbers, of which JavaScript cannot hold all digits',
      ),
    ),
  charset: z
    ._default(charsetLabel, 'utf-8')
    .check(z.describe('charset that JSON answers are written in, whatever they declare')),
  contentType: z
    ._default(z.string().check(z.regex(/^[\x20-\x7e]+$/)), 'application/json')
    .check(z.describe('Content-Type of JSON answers, with the charset that they declare, if any')),
  byteOrderMark: z
    ._default(z.boolean(), false)
    .check(z.describe('JSON answers begin with a byte order mark')),
};

/** All options by group, each with its default and the description that `--help` prints. */
export const optionGroups = {
  'The sandbox': startOptions,
  'The service': serviceOptions,
  'Faults of the authorize page': faults.authorize,
  'Faults of the token endpoint': faults.token,
  'Faults of updates': faults.update,
  'Faults of lists': faults.list,
  'Faults of all API endpoints': faults.api,
  'Faults of a gateway in front of the service': faults.gateway,
};

/** Schema of the sandbox's options. */
export const sandboxOptionsSchema = z.strictObject({
  ...startOptions,
  ...serviceOptions,
  ...faults.authorize,
  ...faults.token,
  ...faults.update,
  ...faults.list,
  ...faults.api,
  ...faults.gateway,
});

/** Options of a sandbox, with all values set. */
export type SandboxOptions = z.infer<typeof sandboxOptionsSchema>;

/** Options of a sandbox; missing values get their defaults. */
export type PartialSandboxOptions = z.input<typeof sandboxOptionsSchema>;

/** Options that can change while the sandbox is running; missing ones stay unchanged. */
export type ChangeableOptions = Omit<PartialSandboxOptions, keyof typeof startOptions>;

/** Current options, which each request reads. */
export class LiveOptions {
  #current: SandboxOptions;

  constructor(options: SandboxOptions) {
    this.#current = options;
  }

  get current(): Readonly<SandboxOptions> {
    return this.#current;
  }

  /** Changes options at run time. Throws a `$ZodError` for an invalid value. */
  change(changes: ChangeableOptions): void {
    this.#current = sandboxOptionsSchema.parse({ ...this.#current, ...changes });
  }
}
