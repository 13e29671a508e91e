import { Hono, type MiddlewareHandler } from 'hono';
import { formAnswers } from './answerForm.ts';
import { handleAuthorize } from './authorize.ts';
import { requireBearer, type BearerEnvironment } from './bearer.ts';
import { limitBody } from './bodyLimit.ts';
import { endpoints, gatewayEndpoints } from './endpoints.ts';
import { failureBody, succeed } from './envelope.ts';
import { gatewayHandler } from './gateway.ts';
import { createLabelEndpoints } from './labelEndpoints.ts';
import { addLatency } from './latency.ts';
import { handleRelay } from './relay.ts';
import { limitRequests } from './requestLimit.ts';
import type { Service } from './service.ts';
import { handleTokenRequest } from './tokenEndpoint.ts';

/** Allowed methods of each path. */
const methods: ReadonlyMap<string, readonly string[]> = new Map(
  endpoints.map(({ methods: allowed, path }) => [path, allowed]),
);

function countRequests(service: Service): MiddlewareHandler {
  return async ({ req: { method, path } }, next) => {
    const isKnown = methods.get(path)?.includes(method) ?? false;
    service.journal.addRequest(isKnown ? `${method} ${path}` : 'other');
    await next();
  };
}

const refuseWrongMethod: MiddlewareHandler = async (context, next) => {
  const { method, path } = context.req;
  const allowed = methods.get(path);
  if (allowed !== undefined && !allowed.includes(method)) {
    const headers = { Allow: allowed.join(', ') };
    return context.json(failureBody(405, 'The method is not allowed here.'), 405, headers);
  }
  await next();
  return undefined;
};

const protectAnswer: MiddlewareHandler = async (context, next) => {
  await next();
  // Not `context.header`, which would create a new response for each header.
  const { headers } = context.res;
  headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('X-Frame-Options', 'DENY');
};

function createApi(service: Service): Hono<BearerEnvironment> {
  const api = new Hono<BearerEnvironment>();
  api.use(requireBearer(service));
  api.get('/v1/test/index', (context) => {
    const { tenantId, userId, scopes } = context.get('accessToken').approval;
    return succeed(context, { tenantId, userId, scopes });
  });
  api.route('/v2/label', createLabelEndpoints(service));
  api.all('*', (context) => context.json(failureBody(404, 'There is no such endpoint.'), 404));
  return api;
}

/** Creates the whole service as one app. Aborting `closing` ends delayed responses. */
export function createApp(service: Service, closing: AbortSignal): Hono {
  const app = new Hono();
  app.use(countRequests(service), protectAnswer, formAnswers(service), refuseWrongMethod);
  app.use('/api/*', addLatency(service, closing), limitRequests(service));
  app.use(
    '/auth/oauth/token',
    addLatency(service, closing, () => service.options.current.tokenLatency),
  );
  for (const { gateway, path } of gatewayEndpoints) {
    app.use(path, gatewayHandler(service, gateway));
  }
  app.use(limitBody);
  app.get('/auth/oauth/authorize', async (context) => await handleAuthorize(context, service));
  app.post('/auth/oauth/authorize', async (context) => await handleAuthorize(context, service));
  app.post('/auth/oauth/token', async (context) => await handleTokenRequest(context, service));
  app.get('/relay', async (context) => await handleRelay(context, service));
  app.route('/api', createApi(service));
  app.notFound((context) => context.text('Not found', 404));
  // The response must not contain a stack trace or a value of the request.
  app.onError((_error, context) => context.json(failureBody(500, 'Internal error'), 500));
  return app;
}
