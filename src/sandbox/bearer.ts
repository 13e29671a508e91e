import { createMiddleware } from 'hono/factory';
import { failureBody } from './envelope.ts';
import type { AccessToken } from './grants.ts';
import type { Service } from './service.ts';

/** Values that the bearer check passes to the endpoints. */
export interface BearerEnvironment {
  Variables: { accessToken: AccessToken };
}

/**
 * Creates middleware that accepts only requests with `Bearer`, one space and a valid access token
 * (docs/interface.md, section 4.4).
 */
export function requireBearer(service: Service) {
  return createMiddleware<BearerEnvironment>(async (context, next) => {
    const header = context.req.header('authorization') ?? '';
    const token = /^Bearer ([\w.~+/-]+=*)$/.exec(header)?.[1];
    const accessToken = token === undefined ? undefined : service.grants.validAccessToken(token);
    if (accessToken === undefined) {
      const { unauthorized, unauthorizedCode } = service.options.current;
      const message = 'The access token is missing, unknown or expired.';
      const body = failureBody(unauthorizedCode, message);
      if (unauthorized === 'envelope') {
        return context.json(body);
      }
      return context.json(body, 401, { 'WWW-Authenticate': 'Bearer' });
    }
    context.set('accessToken', accessToken);
    await next();
    return undefined;
  });
}
