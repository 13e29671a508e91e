import * as z from 'zod';
import { faults } from './faults.ts';
import { isScope } from './scopes.ts';

const absoluteUri = z
  .string()
  .refine(
    (text) => URL.canParse(text) && !text.includes('#'),
    'must be an absolute URI, no fragment',
  );

const httpOrigin = z
  .string()
  .refine(
    (text) => /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text,
    'must be an origin such as https://code.example.com',
  );

const lifetime = z.int().min(1).max(2_147_483_647);

/** Options that stay as they were when the sandbox was started. */
const startOptions = {
  port: z.int().min(0).max(65_535).default(0).describe('port on 127.0.0.1; 0 takes a free one'),
  labels: z.int().min(0).max(1_000_000).default(2000).describe('labels in each tenant'),
  tenants: z.int().min(1).max(100).default(3).describe('number of tenants'),
  users: z
    .int()
    .min(1)
    .max(100)
    .default(2)
    .describe('number of users; each belongs to every tenant, the last one not to the last tenant'),
  seed: z.int().min(0).default(1).describe('decides the labels: same seed, same labels'),
  oddLabels: z
    .boolean()
    .default(false)
    .describe('some labels have names, codes and fields that break naive code'),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z0-9]+)*$/i, 'must be a language tag such as zh-cn')
    .default('en')
    .describe('language of the pages that a person sees; there must be a translation into it'),
  clientId: z
    .string()
    .min(1)
    .default('workforce-labels-sandbox')
    .describe('client ID of the registered app'),
  redirectUris: z
    .array(absoluteUri)
    .default([])
    .describe('a further registered redirect URI (may be repeated)'),
  relayOrigins: z
    .array(httpOrigin)
    .default([])
    .describe('a further origin that the relay forwards to (may be repeated)'),
};

/** What docs/interface.md leaves open is decided here only. */
const serviceOptions = {
  latency: z
    .int()
    .min(0)
    .max(600_000)
    .default(0)
    .describe('milliseconds added to /api and token requests, half before and half after the work'),
  accessTokenTtl: lifetime.default(1800).describe('life of an access token in seconds'),
  refreshTokenTtl: lifetime.default(2_592_000).describe('life of a refresh token in seconds'),
  pageLimit: z
    .int()
    .min(1)
    .max(100_000)
    .default(200)
    .describe('largest page of a list; a greater size is cut to it'),
  pageSize: z.int().min(1).max(100_000).default(20).describe('page size when none is asked for'),
  unauthorized: z
    .enum(['http', 'envelope'])
    .default('http')
    .describe('refused bearer token: HTTP 401, or HTTP 200; envelope code 401 in both'),
  apiErrors: z
    .enum(['envelope', 'http'])
    .default('envelope')
    .describe('other failures under /api: HTTP 200, or the envelope code as HTTP status'),
  tokenErrors: z
    .enum(['oauth', 'envelope', 'envelope4xx', 'empty', 'html'])
    .default('oauth')
    .describe(
      'refused token request: RFC 6749 JSON with HTTP 400, envelope with HTTP 200, envelope, empty or HTML body with HTTP 400',
    ),
  refreshTokenReuse: z
    .enum(['refuse', 'revoke'])
    .default('refuse')
    .describe(
      'a used refresh token is refused, or in addition revokes the newest one of its grant',
    ),
  scopeSeparator: z
    .enum(['comma', 'space'])
    .default('comma')
    .describe('what separates the scopes in a token response'),
  labelScope: z
    .string()
    .refine((text) => text === 'none' || isScope(text), 'must be "none" or a scope')
    .default('none')
    .describe('scope that the label endpoints require, or "none"; without it envelope code 403'),
  updateData: z
    .enum(['empty', 'record', 'null'])
    .default('empty')
    .describe('data in the answer to an update: an empty object, the new record, or null'),
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

/** The options of the sandbox. */
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

/** The options of a sandbox, all present. */
export type SandboxOptions = z.infer<typeof sandboxOptionsSchema>;

/** Some options; absent ones have their defaults. */
export type PartialSandboxOptions = z.input<typeof sandboxOptionsSchema>;

/** The options that may change while the sandbox runs; absent ones stay as they are. */
export type ChangeableOptions = Omit<PartialSandboxOptions, keyof typeof startOptions>;

/** The current options; every request reads them again. */
export class LiveOptions {
  #current: SandboxOptions;

  constructor(options: SandboxOptions) {
    this.#current = options;
  }

  get current(): Readonly<SandboxOptions> {
    return this.#current;
  }

  /** Changes some options at run time; throws a `ZodError` for an invalid value. */
  change(changes: ChangeableOptions): void {
    this.#current = sandboxOptionsSchema.parse({ ...this.#current, ...changes });
  }
}
