import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { createControl, type SandboxControl } from './control.ts';
import { createDirectory } from './directory.ts';
import { editorSchemes } from './editorSchemes.ts';
import { GrantStore } from './grants.ts';
import { LabelStore } from './labelStore.ts';
import {
  LiveOptions,
  sandboxOptionsSchema,
  type PartialSandboxOptions,
  type SandboxOptions,
} from './options.ts';
import { RequestJournal } from './requestJournal.ts';
import type { RegisteredApp } from './service.ts';

/** A running sandbox of the Workforce service. */
export interface Sandbox {
  /** Base URL `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Registered redirect URIs. */
  readonly redirectUris: readonly string[];
  readonly control: SandboxControl;
  /** Stops listening and closes open connections; may be called repeatedly. */
  close(): Promise<void>;
}

const host = '127.0.0.1';

function registerApp(
  baseUrl: string,
  { clientId, redirectUris: further }: SandboxOptions,
): RegisteredApp {
  const relayUri = `${baseUrl}/relay`;
  return {
    clientId,
    clientSecret: randomBytes(24).toString('base64url'),
    relayUri,
    redirectUris: [
      ...editorSchemes.map((scheme) => `${scheme}://workforce-tools.workforce-labels/callback`),
      'http://127.0.0.1:53682/callback',
      relayUri,
      ...further,
    ],
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new Error('The server has no port.');
  }
  return address.port;
}

/**
 * Starts the whole documented service on loopback. Throws a `$ZodError` for invalid options, and the system
 * error if it cannot listen on the port. `now` is the clock, in milliseconds since the epoch. If `process` is
 * `own`, the sandbox may replace the global `Request` and `Response` with faster classes; in an extension
 * host, they must stay unchanged.
 */
export async function startSandbox(
  options: PartialSandboxOptions = {},
  now: () => number = Date.now,
  process: 'shared' | 'own' = 'shared',
): Promise<Sandbox> {
  const parsed = sandboxOptionsSchema.parse(options);
  const liveOptions = new LiveOptions(parsed);
  const closing = new AbortController();

  // The relay's redirect URI contains the port, which is known only once the server is listening.
  let hono: Hono | undefined;
  const answer = getRequestListener(
    (request) => hono?.fetch(request) ?? new Response('Starting', { status: 503 }),
    { overrideGlobalObjects: process === 'own' },
  );
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing);
  });
  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve);
  });
  const baseUrl = `http://${host}:${await listen(server, parsed.port)}`;
  const app = registerApp(baseUrl, parsed);
  const service = {
    app,
    options: liveOptions,
    directory: createDirectory(parsed.tenants, parsed.users),
    grants: new GrantStore(liveOptions, now),
    labels: new LabelStore(liveOptions, now),
    journal: new RequestJournal(),
    now,
  };
  hono = createApp(service, closing.signal);

  return {
    baseUrl,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    redirectUris: app.redirectUris,
    control: createControl(service),
    close: async () => {
      closing.abort();
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
