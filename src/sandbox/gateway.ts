import { STATUS_CODES } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import type { GatewayEndpoint } from './endpoints.ts';
import type { GatewayFault } from './faults.ts';
import type { LiveOptions } from './options.ts';
import { retryAfterHeaders } from './requestLimit.ts';
import type { Service } from './service.ts';

/** Returns the fault that applies to a request to the endpoint, if any, and counts it. */
function takeFault(options: LiveOptions, endpoint: GatewayEndpoint): GatewayFault | undefined {
  const { gateway } = options.current;
  const fault = gateway.find((each) => each.endpoint === 'any' || each.endpoint === endpoint);
  if (fault?.times !== undefined) {
    const left = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    options.change({ gateway: gateway.flatMap((each) => (each === fault ? left : [each])) });
  }
  return fault;
}

function answer(context: Context, service: Service, fault: GatewayFault): Response {
  const { status, body, code, location, message, retryAfter } = fault;
  const now = service.now();
  const headers = new Headers(
    retryAfter === undefined ? {} : retryAfterHeaders(service.options, retryAfter, now),
  );
  if (location !== undefined) {
    headers.set('Location', location);
  }
  const error = STATUS_CODES[status] ?? 'Unknown';
  switch (body) {
    case 'spring': {
      const { path } = context.req;
      const timestamp = new Date(now).toISOString();
      return Response.json({ timestamp, status, error, path }, { status, headers });
    }
    case 'envelope':
      return Response.json({ code, message }, { status, headers });
    case 'html':
      headers.set('Content-Type', 'text/html');
      return new Response(`<!doctype html><title>${error}</title>`, { status, headers });
    case 'empty':
      return new Response(null, { status, headers });
  }
}

/** Creates middleware that responds with the faults of the option `gateway`. */
export function gatewayHandler(service: Service, endpoint: GatewayEndpoint): MiddlewareHandler {
  return async (context, next) => {
    const fault = takeFault(service.options, endpoint);
    if (fault?.when !== 'before') {
      await next();
    }
    if (fault !== undefined) {
      // Otherwise, headers of the service's response would be kept.
      context.res = undefined;
      context.res = answer(context, service, fault);
    }
  };
}
