import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { listenOnLoopback } from './listenOnLoopback.ts';

/** Fault that the proxy applies to each request. */
export type Fault =
  | { readonly kind: 'pass' }
  /** The connection is reset as soon as it is made. */
  | { readonly kind: 'resetOnConnect' }
  /** The service never sees the request, and no answer comes. */
  | { readonly kind: 'hangBeforeForwarding' }
  /** The service has answered, and the answer does not come. */
  | { readonly kind: 'hangAfterForwarding' }
  /** The connection is reset when the request is complete; the service never sees it. */
  | { readonly kind: 'resetBeforeForwarding' }
  /** The connection is reset when the service has answered, before a byte of that comes. */
  | { readonly kind: 'resetAfterForwarding' }
  /** The connection ends after so many bytes of the answer. */
  | { readonly kind: 'cutAnswer'; readonly bytes: number }
  /** The service has answered, and the answer comes when the promise settles. */
  | { readonly kind: 'delayAnswer'; readonly until: Promise<void> }
  /**
   * The body is another one, and the status too, if one is given. The connection ends after it, although
   * the headers promise `missingBytes` more.
   */
  | {
      readonly kind: 'garble';
      readonly change: (body: string) => string;
      readonly status?: number;
      readonly missingBytes?: number;
    }
  /** The service never sees the request, and the answer has no end. */
  | { readonly kind: 'endlessAnswer' }
  /** Something between answers itself; the service never sees the request. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };

const host = '127.0.0.1';

/** A TCP proxy in front of a service on loopback; every connection carries one request. */
export class TcpProxy {
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  #server: Server;
  #port = 0;

  /** Fault of the following requests, except for those that only check whether a connection is alive. */
  fault: Fault = { kind: 'pass' };
  /** Requests with another path pass. */
  path: string | undefined;
  /** Number of requests to which the fault was applied. */
  faultCount = 0;
  /** Number of requests to which the fault applies; later ones pass. */
  times = Number.POSITIVE_INFINITY;
  /** Number of bytes read from endless answers. */
  endlessBytes = 0;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = this.#createServer();
  }

  /** Starts a proxy in front of `baseUrl`. */
  static async start(baseUrl: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(Number(new URL(baseUrl).port));
    await proxy.open();
    return proxy;
  }

  /** `http://127.0.0.1:PORT`, always the same. */
  get baseUrl(): string {
    return `http://${host}:${this.#port}`;
  }

  /** Holds the answers to requests of `path` back until the returned function is called, and counts them anew. */
  holdAnswers(path: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.faultCount = 0;
    this.path = path;
    this.fault = { kind: 'delayAnswer', until: promise };
    return resolve;
  }

  /** Listens, after `refuse` on the same port as before. */
  async open(): Promise<void> {
    this.#server = this.#createServer();
    this.#port = await listenOnLoopback(this.#server, this.#port);
  }

  /** Stops listening: connections are refused. */
  async refuse(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#disconnect();
    await closed;
  }

  /** Resets every connection from now on, and has the port for as long as the process runs: nobody else gets it. */
  async retire(): Promise<void> {
    if (!this.#server.listening) {
      await this.open();
    }
    this.path = undefined;
    this.fault = { kind: 'resetOnConnect' };
    this.#disconnect();
    this.#server.unref();
  }

  async close(): Promise<void> {
    if (this.#server.listening) {
      await this.refuse();
    }
  }

  #disconnect(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  #createServer(): Server {
    return createServer((client) => {
      this.#keep(client);
      const isReset = this.fault.kind === 'resetOnConnect' && this.path === undefined;
      if (isReset && this.faultCount < this.times) {
        this.faultCount++;
        client.resetAndDestroy();
        return;
      }
      let received = Buffer.alloc(0);
      client.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        if (isCompleteRequest(received)) {
          client.removeAllListeners('data');
          this.#handle(client, received);
        }
      });
    });
  }

  #handle(client: Socket, request: Buffer): void {
    const [, method, path] = /^([A-Z]+) ([^ ?]+)/.exec(request.toString('latin1')) ?? [];
    const isMeant =
      method !== 'OPTIONS' &&
      (this.path === undefined || this.path === path) &&
      this.faultCount < this.times;
    const fault: Fault = isMeant ? this.fault : { kind: 'pass' };
    if (fault.kind !== 'pass') {
      this.faultCount++;
    }
    switch (fault.kind) {
      case 'hangBeforeForwarding':
        return;
      case 'resetOnConnect':
      case 'resetBeforeForwarding':
        client.resetAndDestroy();
        return;
      case 'answer':
        client.end(answerOf(fault.status, fault.headers ?? {}, fault.body ?? ''));
        return;
      case 'endlessAnswer':
        this.#answerWithoutEnd(client);
        return;
      case 'pass':
      case 'hangAfterForwarding':
      case 'resetAfterForwarding':
      case 'delayAnswer':
      case 'cutAnswer':
      case 'garble':
        this.#forward(client, request, fault);
    }
  }

  #forward(client: Socket, request: Buffer, fault: Fault): void {
    const service = connect(this.#targetPort, host);
    this.#keep(service);
    client.on('close', () => service.destroy());
    // One request for each connection, so that a fault never finds one that was left open before.
    const text = request
      .toString('latin1')
      .replace(/^connection: keep-alive\r$/im, 'connection: close\r');
    service.write(text, 'latin1');
    const chunks: Buffer[] = [];
    service.on('data', (chunk: Buffer) => chunks.push(chunk));
    service.on('end', () => {
      const answer = Buffer.concat(chunks);
      switch (fault.kind) {
        case 'hangAfterForwarding':
          return;
        case 'resetAfterForwarding':
          client.resetAndDestroy();
          return;
        case 'delayAnswer':
          void fault.until.then(() => client.end(answer));
          return;
        case 'cutAnswer':
          client.end(answer.subarray(0, fault.bytes));
          return;
        case 'garble':
          client.end(garbled(answer, fault));
          return;
        case 'pass':
        case 'resetOnConnect':
        case 'hangBeforeForwarding':
        case 'resetBeforeForwarding':
        case 'endlessAnswer':
        case 'answer':
          client.end(answer);
      }
    });
  }

  #answerWithoutEnd(client: Socket): void {
    client.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n"');
    const chunk = Buffer.alloc(1 << 20, 'x');
    const write = (): void => {
      while (!client.destroyed && client.write(chunk)) {
        this.endlessBytes += chunk.length;
      }
      this.endlessBytes += chunk.length;
    };
    client.on('drain', write);
    write();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // The side that is cut off sees that itself.
    socket.on('error', () => socket.destroy());
  }
}

function isCompleteRequest(received: Buffer): boolean {
  const text = received.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) {
    return false;
  }
  const head = text.slice(0, end);
  if (/^transfer-encoding: chunked$/im.test(head)) {
    return text.endsWith('\r\n0\r\n\r\n');
  }
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  return received.length >= end + 4 + length;
}

function answerOf(status: number, headers: Readonly<Record<string, string>>, body: string): string {
  const all: Record<string, string> = {
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Somehow\r\n${lines.join('')}\r\n${body}`;
}

function garbled(answer: Buffer, fault: Extract<Fault, { kind: 'garble' }>): string {
  const text = answer.toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  const status = fault.status ?? Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
  const contentType = /^content-type: (.+)\r$/im.exec(text)?.[1] ?? 'application/json';
  const body = fault.change(text.slice(end + 4));
  const promised = Buffer.byteLength(body) + (fault.missingBytes ?? 0);
  const headers = { 'content-type': contentType, 'content-length': String(promised) };
  return answerOf(status, headers, body);
}
