import type { MiddlewareHandler } from 'hono';
import { jsonEncoder, type EncodeJson } from './charset.ts';
import type { SandboxOptions } from './options.ts';
import { hashOf } from './randomness.ts';
import type { Service } from './service.ts';

/** Fields that are integers according to docs/interface.md, section 2, and fields that contain an identifier. */
const integerFields: ReadonlySet<string> = new Set([
  'code',
  'total',
  'size',
  'current',
  'pages',
  'expires_in',
  'labelStatus',
]);
const identifierFields: ReadonlySet<string> = new Set(['id', 'tenant_id', 'user_id']);

/** Returns an identifier as a number: its digits, or else a hash that JavaScript would round. */
function numberOf(id: string): string {
  return /^[1-9]\d*$/.test(id) ? id : String(2n ** 53n + 1n + 2n * BigInt(hashOf(id)));
}

/** Returns `json` with integers and identifiers in the form set by the options. */
function withNumbers(
  json: string,
  { identifiers, integers }: Pick<SandboxOptions, 'identifiers' | 'integers'>,
): string {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => {
    if (integers === 'text' && integerFields.has(name) && typeof value === 'number') {
      return String(value);
    }
    return identifiers === 'number' && identifierFields.has(name) && typeof value === 'string'
      ? JSON.rawJSON(numberOf(value))
      : value;
  });
}

/** Middleware that writes JSON responses with the number formats, charset and content type set by the options. */
export function formAnswers({ options }: Service): MiddlewareHandler {
  const encoders = new Map<string, EncodeJson>();
  const encoderOf = (charset: string): EncodeJson => {
    const encode = encoders.get(charset) ?? jsonEncoder(charset);
    encoders.set(charset, encode);
    return encode;
  };
  return async (context, next) => {
    await next();
    const { byteOrderMark, charset, contentType, identifiers, integers } = options.current;
    const isDocumented = identifiers === 'text' && integers === 'number';
    const isPlain = charset === 'utf-8' && contentType === 'application/json' && !byteOrderMark;
    const answer = context.res;
    if (
      (isDocumented && isPlain) ||
      answer.headers.get('content-type')?.startsWith('application/json') !== true
    ) {
      return;
    }
    const json = withNumbers(await answer.text(), options.current);
    const body = encoderOf(charset)(byteOrderMark ? `\u{feff}${json}` : json);
    const headers = new Headers(answer.headers);
    headers.delete('content-length');
    headers.set('content-type', contentType);
    // Otherwise, Hono would keep headers of the previous response.
    context.res = undefined;
    context.res = new Response(body, { status: answer.status, headers });
  };
}
