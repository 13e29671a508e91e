import * as z from 'zod';

const id = z.string().min(1);
const milliseconds = z.int().min(0).max(600_000).default(0);
const count = z.int().min(0).max(1_000_000).default(0);
const off = z.boolean().default(false);

/** An answer that comes from a gateway in front of the service instead of from the service. */
const gatewayFaultSchema = z.strictObject({
  endpoint: z.enum(['any', 'token', 'test', 'list', 'update']).default('any'),
  /** Whether the request never reaches the service, or the service does its work first. */
  when: z.enum(['before', 'after']).default('before'),
  status: z
    .int()
    .min(200)
    .max(599)
    .refine((status) => ![204, 205, 304].includes(status), 'must be a status with a body')
    .default(502),
  /** `spring` is the default error body of Spring, `envelope` has `code` and `message` only. */
  body: z.enum(['spring', 'envelope', 'html', 'empty']).default('spring'),
  code: z.int().default(-1),
  message: z.string().default('system busy'),
  /** Seconds; the option `retryAfter` decides the form. */
  retryAfter: z.int().min(0).max(86_400).optional(),
  /** How many requests it answers; all, if absent. */
  times: z.int().min(1).optional(),
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
    oddCodes: off.describe('authorization codes hold % # + & = and spaces'),
    errorsWithoutState: off.describe('the redirect after a refusal carries error, but no state'),
  },
  token: {
    tokenFields: z
      .record(z.string(), z.json())
      .default({})
      .describe('field that a token response has instead or in addition (may be repeated)'),
    missingTokenFields: z
      .array(id)
      .default([])
      .describe('field that a token response lacks (may be repeated)'),
    tokenEnvelope: off.describe('a token response is the data of the common envelope'),
    tokenLatency: milliseconds.describe(
      'milliseconds added to the answer of the token endpoint, after its work',
    ),
  },
  update: {
    failUpdateIds: z
      .array(id)
      .default([])
      .describe('id of a label whose update fails with envelope code 423 (may be repeated)'),
    ignoreUpdateIds: z
      .array(id)
      .default([])
      .describe('id of a label whose update succeeds without effect (may be repeated)'),
    normalizeNames: off.describe(
      'an update stores names in Unicode NFC, trimmed, with single spaces',
    ),
    lateModifiedBy: off.describe('a record gets the field modifiedBy with its first update'),
  },
  list: {
    listLag: milliseconds.describe('milliseconds until a list shows an update'),
    listLagReads: count.describe('number of list requests that do not show an update yet'),
    unstableOrder: count.describe(
      'largest number of places by which records move in a list, differently in each answer',
    ),
  },
  api: {
    requestsPerMinute: count.describe(
      'requests under /api accepted within a minute, further ones get HTTP 429; 0 accepts all',
    ),
  },
  gateway: {
    gateway: z
      .array(gatewayFaultSchema)
      .default([])
      .describe(
        'a gateway answers: endpoint=any|token|test|list|update, when=before|after the work of the service, status, body=spring|envelope|html|empty, code and message of the envelope, retryAfter in seconds, times (may be repeated; the first that matches answers)',
      ),
    retryAfter: z
      .enum(['seconds', 'date', 'none'])
      .default('seconds')
      .describe('form of Retry-After, or none, with HTTP 429 and from a gateway'),
  },
} as const;
