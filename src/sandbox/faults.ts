import * as z from 'zod/mini';
import { gatewayEndpoints } from './endpoints.ts';
import { isScope } from './scopes.ts';

const endpointNames = ['any', ...gatewayEndpoints.map(({ gateway }) => gateway)] as const;

const id = z.string().check(z.minLength(1));
const milliseconds = z._default(z.int().check(z.gte(0), z.lte(600_000)), 0);
const count = z._default(z.int().check(z.gte(0), z.lte(1_000_000)), 0);
const off = z._default(z.boolean(), false);

const statusWithBody = z.int().check(
  z.gte(200),
  z.lte(599),
  z.refine((status) => ![204, 205, 304].includes(status), 'must be a status with a body'),
);

/** Response of a gateway that replaces the response of the service. */
const gatewayFaultSchema = z.strictObject({
  endpoint: z._default(z.enum(endpointNames), 'any'),
  /** Time of the fault: before the service gets the request, or after it has processed it. */
  when: z._default(z.enum(['before', 'after']), 'before'),
  status: z._default(statusWithBody, 502),
  /** Error body: `spring` is the default body of Spring, `envelope` has only `code` and `message`. */
  body: z._default(z.enum(['spring', 'envelope', 'html', 'empty']), 'spring'),
  code: z._default(z.int(), -1),
  message: z._default(z.string(), 'system busy'),
  /** Target of a redirect (header `Location`). */
  location: z.optional(
    z.string().check(z.refine((text) => URL.canParse(text), 'must be an address')),
  ),
  /** Seconds until a retry is allowed; the option `retryAfter` decides the form of the header. */
  retryAfter: z.optional(z.int().check(z.gte(0), z.lte(86_400))),
  /** Number of requests affected; all if undefined. */
  times: z.optional(z.int().check(z.gte(1))),
});

/** See {@link gatewayFaultSchema}. */
export type GatewayFault = z.infer<typeof gatewayFaultSchema>;

/**
 * Faults that the sandbox can simulate, by scope; all are off by default. Each entry is an option of
 * `startSandbox`, of `Sandbox.control` and of the command line.
 */
export const faults = {
  authorize: {
    oddCodes: off.check(z.describe('authorization codes hold % # + & = and spaces')),
    lostScopes: z
      ._default(z.array(z.string().check(z.refine(isScope, 'must be a scope'))), [])
      .check(
        z.describe(
          'scope that the app has lost: a request for it ends with invalid_scope (may be repeated)',
        ),
      ),
    linkScanner: off.check(
      z.describe('a link scanner follows the redirect over http before the browser does'),
    ),
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
          `a gateway answers: endpoint=${endpointNames.join('|')}, when=before|after the work of the service, status, body=spring|envelope|html|empty, code and message of the envelope, location of a redirect, retryAfter in seconds, times (may be repeated; the first that matches answers)`,
        ),
      ),
    retryAfter: z
      ._default(z.enum(['seconds', 'date', 'none']), 'seconds')
      .check(z.describe('form of Retry-After, or none, with HTTP 429 and from a gateway')),
  },
} as const;
