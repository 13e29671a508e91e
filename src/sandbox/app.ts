import { setTimeout as delay } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import { handleAuthorize } from './authorize.ts';
import { requireBearer, type BearerEnvironment } from './bearer.ts';
import { failureBody, succeed } from './envelope.ts';
import { createLabelEndpoints } from './labelEndpoints.ts';
import { handleRelay } from './relay.ts';
import type { Service } from './service.ts';
import { handleTokenRequest } from './tokenEndpoint.ts';

const endpoints = [
  'GET /auth/oauth/authorize',
  'POST /auth/oauth/authorize',
  'POST /auth/oauth/token',
  'GET /api/v1/test/index',
  'GET /api/v2/label/list',
  'POST /api/v2/label/update',
  'GET /relay',
] as const;

function countRequests(service: Service): MiddlewareHandler {
  const known: ReadonlySet<string> = new Set(endpoints);
  return async (context, next) => {
    const endpoint = `${context.req.method} ${context.req.path}`;
    service.journal.addRequest(known.has(endpoint) ? endpoint : 'other');
    await next();
  };
}

/** Waits half of the latency before and half after the work; `closing` ends the wait. */
function addLatency(service: Service, closing: AbortSignal): MiddlewareHandler {
  const wait = async (): Promise<void> => {
    const { latency } = service.options.current;
    if (latency > 0) {
      await delay(latency / 2, undefined, { signal: closing });
    }
  };
  return async (_context, next) => {
    await wait();
    await next();
    await wait();
  };
}

const protectAnswer: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('Cache-Control', 'no-store');
  context.header('X-Content-Type-Options', 'nosniff');
  context.header('Referrer-Policy', 'no-referrer');
  context.header('X-Frame-Options', 'DENY');
};

function createApi(service: Service): Hono<BearerEnvironment> {
  const api = new Hono<BearerEnvironment>();
  api.use(requireBearer(service));
  api.get('/v1/test/index', (context) => {
    const { tenantId, userId, scopes } = context.get('approval');
    return succeed(context, { tenantId, userId, scopes });
  });
  api.route('/v2/label', createLabelEndpoints(service));
  api.all('*', (context) => context.json(failureBody(404, 'There is no such endpoint.'), 404));
  return api;
}

/** Creates the whole service as one app; `closing` ends answers that wait. */
export function createApp(service: Service, closing: AbortSignal): Hono {
  const app = new Hono();
  app.use(countRequests(service), protectAnswer);
  app.use('/api/*', addLatency(service, closing));
  app.use('/auth/oauth/token', addLatency(service, closing));
  app.get('/auth/oauth/authorize', async (context) => await handleAuthorize(context, service));
  app.post('/auth/oauth/authorize', async (context) => await handleAuthorize(context, service));
  app.post('/auth/oauth/token', async (context) => await handleTokenRequest(context, service));
  app.get('/relay', async (context) => await handleRelay(context, service));
  app.route('/api', createApi(service));
  app.notFound((context) => context.text('Not found', 404));
  // The answer must not contain a stack trace or a value of the request.
  app.onError((_error, context) => context.json(failureBody(500, 'Internal error'), 500));
  return app;
}
