import { createMiddleware } from 'hono/factory';
import { failureBody } from './envelope.ts';
import type { AccessToken } from './grants.ts';
import type { Service } from './service.ts';

/** What the bearer check passes on to the endpoints behind it. */
export interface BearerEnvironment {
  Variables: { accessToken: AccessToken };
}

/**
 * Accepts requests with `Bearer`, one space and a valid access token (docs/interface.md,
 * section 4.4).
 */
export function requireBearer(service: Service) {
  return createMiddleware<BearerEnvironment>(async (context, next) => {
    const header = context.req.header('authorization') ?? '';
    const token = /^Bearer ([\w.~+/-]+=*)$/.exec(header)?.[1];
    const accessToken = token === undefined ? undefined : service.grants.validAccessToken(token);
    if (accessToken === undefined) {
      const body = failureBody(401, 'The access token is missing, unknown or expired.');
      if (service.options.current.unauthorized === 'envelope') {
        return context.json(body);
      }
      return context.json(body, 401, { 'WWW-Authenticate': 'Bearer' });
    }
    context.set('accessToken', accessToken);
    await next();
    return undefined;
  });
}
