import { setImmediate } from 'node:timers/promises';
import { type Clock, Moment } from '../async/clock.ts';
import { SingleFlight } from '../async/singleFlight.ts';
import type { Fetch } from './fetch.ts';
import { readText } from './readText.ts';

/** Time after a response during which its connection needs no check, in milliseconds. */
const recently = 2000;

/** Time after which an unanswered check closes its connection, in milliseconds. */
const checkTimeout = 2000;

/** Maximum number of connections checked at a time. */
const maximumChecks = 16;

/**
 * Number of consecutive ignored checks after which the service is no longer checked; more than one, as the
 * network may be down right after sleep.
 */
const maximumIgnoredChecks = 2;

/** Share of its timeout that a GET may wait for the first byte on an open connection. */
const firstShare = 1 / 4;

/** A connection to a service that may be open. */
interface Connection {
  /** Time at which the connection was last known to work: when it was opened, or at a response. */
  lived: Moment;
  isBusy: boolean;
}

/** State of the connections to a service. */
interface Service {
  /** Connections in the order in which `fetch` uses them: a request takes the first free one. */
  readonly connections: Connection[];
  hasResponded: boolean;
  /** Number of POST requests that wait for a check. */
  waiting: number;
  /** True if the last check was left unanswered, and the service has not responded since. */
  isUnanswered: boolean;
  /** Number of consecutive checks that the service left unanswered, although it responded right after. */
  ignoredChecks: number;
  /** Time that the service took to begin its last response to a GET, in milliseconds. */
  latency: number;
}

/** Result of a check; any failure other than silence counts as a response. */
type CheckResult = 'alive' | 'dead';

/** A pending request. */
export interface WatchedRequest {
  /** Records that the service has responded. */
  heard(): void;
  /** Records that the connection is free again. */
  ended(): void;
}

/**
 * Watches the connections that `fetch` keeps open. A connection that died silently, for example during sleep
 * or a change of network, is noticed only by its silence, and `fetch` cannot be told to open another one. But
 * `fetch` closes the connection of an aborted request: so a cheap, repeatable request is sent ahead on each
 * connection that is about to be used, and aborted if no response begins soon.
 */
export class ConnectionWatch {
  readonly #fetch: Fetch;
  readonly #clock: Clock;
  readonly #services = new Map<string, Service>();
  readonly #checks = new SingleFlight<string, void>();

  constructor(fetch: Fetch, clock: Clock) {
    this.#fetch = fetch;
    this.#clock = clock;
  }

  /** Watches a GET to `url` that is sent now. */
  beginGet(url: URL): WatchedRequest {
    const service = this.#service(url);
    const request = this.#take(service);
    const started = this.#clock.monotonic();
    return {
      ...request,
      heard: () => {
        request.heard();
        service.latency = this.#clock.monotonic() - started;
      },
    };
  }

  /**
   * Watches a POST to `url` that is sent next, on a new connection or on one on which the service has
   * responded recently; checks connections first if necessary. Throws only `CancelledError`.
   */
  async beginPost(url: URL, signal?: AbortSignal): Promise<WatchedRequest> {
    const service = this.#service(url);
    service.waiting += 1;
    try {
      while (isCheckable(service) && this.#firstFree(service).lived.age > recently) {
        await this.#checks.run(url.origin, async () => await this.#checkWaiting(url), signal);
      }
    } finally {
      service.waiting -= 1;
    }
    return this.#take(service);
  }

  /**
   * Returns how long a GET to `url` waits for a response before it is sent on another connection, in
   * milliseconds; `timeout` is the time limit of the request. Undefined if the service has not responded yet,
   * or is too slow for this.
   */
  maximumSilence(url: URL, timeout: number): number | undefined {
    const { hasResponded, latency } = this.#service(url);
    const longest = Math.max(timeout * firstShare, latency * 2);
    return hasResponded && longest <= timeout / 2 ? longest : undefined;
  }

  /** Makes `fetch` close the silent connections to `url`. Throws only `CancelledError`. */
  async closeSilent(url: URL, signal?: AbortSignal): Promise<void> {
    if (isCheckable(this.#service(url))) {
      await this.#checks.run(url.origin, async () => await this.#checkAll(url), signal);
    }
  }

  /**
   * Checks the connections that the waiting POST requests would use; if one is dead, checks all connections.
   */
  async #checkWaiting(url: URL): Promise<void> {
    // Waits, so that requests that begin together are counted together.
    await afterTurn();
    const service = this.#service(url);
    const results = await this.#check(service.waiting, url);
    if (results.includes('dead')) {
      await this.#checkAll(url);
    } else {
      service.ignoredChecks = 0;
    }
  }

  /** Checks as many connections as may be open. */
  async #checkAll(url: URL): Promise<void> {
    const service = this.#service(url);
    const results = await this.#check(service.connections.length, url);
    service.isUnanswered = !results.includes('alive');
    if (!service.isUnanswered) {
      service.ignoredChecks = 0;
    }
  }

  /** Checks the first `count` free connections. */
  async #check(count: number, url: URL): Promise<readonly CheckResult[]> {
    const service = this.#service(url);
    const target = new URL(url.pathname, url.origin);
    const checks = Array.from(
      { length: Math.min(count, maximumChecks) },
      async () => await this.#checkOne(target, service),
    );
    const results = await Promise.all(checks);
    await afterTurn();
    return results;
  }

  /**
   * Sends OPTIONS to `url` (RFC 9110, section 9.3.7), which changes nothing. Without a response, its connection
   * is closed and opened again.
   */
  async #checkOne(url: URL, service: Service): Promise<CheckResult> {
    const connection = this.#firstFree(service);
    connection.isBusy = true;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = this.#clock.schedule(checkTimeout, () => controller.abort());
    try {
      await readText(await this.#fetch(url, { method: 'OPTIONS', redirect: 'manual', signal }));
    } catch {
      // The request that follows meets any other failure too, and reports it.
    } finally {
      timer.dispose();
      free(connection);
    }
    // `fetch` immediately opens a new connection in place of a closed one.
    connection.lived = new Moment(this.#clock);
    return signal.aborted ? 'dead' : 'alive';
  }

  /** Takes the connection that `fetch` uses for the next request. */
  #take(service: Service): WatchedRequest {
    const connection = this.#firstFree(service);
    connection.isBusy = true;
    const { isUnanswered } = service;
    return {
      heard: () => {
        connection.lived = new Moment(this.#clock);
        service.hasResponded = true;
        if (isUnanswered && service.isUnanswered) {
          service.isUnanswered = false;
          service.ignoredChecks += 1;
        }
      },
      ended: () => free(connection),
    };
  }

  /** Returns the connection that the next request takes, or opens. */
  #firstFree({ connections }: Service): Connection {
    const open = connections.find(({ isBusy }) => !isBusy);
    if (open !== undefined) {
      return open;
    }
    const opened = { lived: new Moment(this.#clock), isBusy: false };
    connections.push(opened);
    return opened;
  }

  #service({ origin }: URL): Service {
    const service: Service = this.#services.get(origin) ?? {
      connections: [],
      hasResponded: false,
      waiting: 0,
      isUnanswered: false,
      ignoredChecks: 0,
      latency: 0,
    };
    this.#services.set(origin, service);
    return service;
  }
}

/** Returns whether a service answers checks, as far as is known. */
function isCheckable({ ignoredChecks }: Service): boolean {
  return ignoredChecks < maximumIgnoredChecks;
}

/**
 * Records that `connection` is free. `fetch` notices this a turn of the event loop later, and uses other
 * connections until then.
 */
function free(connection: Connection): void {
  void afterTurn().then(() => {
    connection.isBusy = false;
  });
}

/** Resolves when `fetch` has noticed that a connection is free, which takes a turn of the event loop. */
async function afterTurn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
