import * as z from 'zod/mini';

const id = z.string().check(z.minLength(1));
const milliseconds = z._default(z.int().check(z.gte(0), z.lte(600_000)), 0);
const count = z._default(z.int().check(z.gte(0), z.lte(1_000_000)), 0);
const off = z._default(z.boolean(), false);

const statusWithBody = z.int().check(
  z.gte(200),
  z.lte(599),
  z.refine((status) => ![204, 205, 304].includes(status), 'must be a status with a body'),
);

/** An answer that comes from a gateway in front of the service instead of from the service. */
const gatewayFaultSchema = z.strictObject({
  endpoint: z._default(z.enum(['any', 'token', 'test', 'list', 'update']), 'any'),
  /** Whether the request never reaches the service, or the service does its work first. */
  when: z._default(z.enum(['before', 'after']), 'before'),
  status: z._default(statusWithBody, 502),
  /** `spring` is the default error body of Spring, `envelope` has `code` and `message` only. */
  body: z._default(z.enum(['spring', 'envelope', 'html', 'empty']), 'spring'),
  code: z._default(z.int(), -1),
  message: z._default(z.string(), 'system busy'),
  /** Seconds; the option `retryAfter` decides the form. */
  retryAfter: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
  /** How many requests it answers; all, if absent. */
  times: z.optional(z.int().check(z.gte(1))),
});

/** See {@link gatewayFaultSchema}. */
export type GatewayFault = z.infer<typeof gatewayFaultSchema>;

/** The endpoints that a gateway can stand in front of. */
export type GatewayEndpoint = Exclude<GatewayFault['endpoint'], 'any'>;

/**
 * The faults that the sandbox can be asked for, by where they apply; all are off by default. A row
 * here is an option of `startSandbox`, of `Sandbox.control` and of the command line.
 */
export const faults = {
  authorize: {
    oddCodes: off.check(z.describe('authorization codes hold % # + & = and spaces')),
    errorsWithoutState: off.check(
      z.describe('the redirect after a refusal carries error, but no state'),
    ),
  },
  token: {
    tokenFields: z
      ._default(z.record(z.string(), z.json()), {})
      .check(
        z.describe('field that a token response has instead or in addition (may be repeated)'),
      ),
    missingTokenFields: z
      ._default(z.array(id), [])
      .check(z.describe('field that a token response lacks (may be repeated)')),
    tokenEnvelope: off.check(z.describe('a token response is the data of the common envelope')),
    tokenLatency: milliseconds.check(
      z.describe('milliseconds added to the answer of the token endpoint, after its work'),
    ),
  },
  update: {
    failUpdateIds: z
      ._default(z.array(id), [])
      .check(
        z.describe('id of a label whose update fails with envelope code 423 (may be repeated)'),
      ),
    ignoreUpdateIds: z
      ._default(z.array(id), [])
      .check(z.describe('id of a label whose update succeeds without effect (may be repeated)')),
    normalizeNames: off.check(
      z.describe('an update stores names in Unicode NFC, trimmed, with single spaces'),
    ),
    lateModifiedBy: off.check(
      z.describe('a record gets the field modifiedBy with its first update'),
    ),
  },
  list: {
    listLag: milliseconds.check(z.describe('milliseconds until a list shows an update')),
    listLagReads: count.check(z.describe('number of list requests that do not show an update yet')),
    unstableOrder: count.check(
      z.describe(
        'largest number of places by which records move in a list, differently in each answer',
      ),
    ),
  },
  api: {
    requestsPerMinute: count.check(
      z.describe(
        'requests under /api accepted within a minute, further ones get HTTP 429; 0 accepts all',
      ),
    ),
  },
  gateway: {
    gateway: z
      ._default(z.array(gatewayFaultSchema), [])
      .check(
        z.describe(
          'a gateway answers: endpoint=any|token|test|list|update, when=before|after the work of the service, status, body=spring|envelope|html|empty, code and message of the envelope, retryAfter in seconds, times (may be repeated; the first that matches answers)',
        ),
      ),
    retryAfter: z
      ._default(z.enum(['seconds', 'date', 'none']), 'seconds')
      .check(z.describe('form of Retry-After, or none, with HTTP 429 and from a gateway')),
  },
} as const;
