import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { listenOnLoopback } from '../support/listenOnLoopback.ts';

// A program: bare hono that answers every request with the JSON of its first argument. It prints its
// address as the sandbox does.
const [, , constant = 'null'] = process.argv;
const answer: unknown = JSON.parse(constant);
const app = new Hono();
app.all('*', (context) => context.json(Object(answer)));
const listen = getRequestListener(app.fetch);
const server = createServer((incoming, outgoing) => void listen(incoming, outgoing));
const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`;
console.log(JSON.stringify({ baseUrl, clientId: 'none', clientSecret: 'none' }));
