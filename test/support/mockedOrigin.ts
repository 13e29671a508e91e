import { MockAgent, type MockPool } from 'undici';
import type { Fetch } from '../../src/core/api/fetch.ts';

/** A service that is not there: every answer is made by the test, and other requests fail. */
export class MockedOrigin {
  readonly url = new URL('https://hr.example.com/');
  readonly #agent = new MockAgent();
  /** Pool on which answers are defined. */
  readonly pool: MockPool;

  constructor() {
    this.#agent.disableNetConnect();
    this.pool = this.#agent.get(this.url.origin);
  }

  /** The global `fetch`, with the answers of this service. */
  readonly fetch: Fetch = async (url, init) => {
    // Without its type: that of the package and that of Node.js are not the same.
    const dispatcher: object = { dispatcher: this.#agent };
    return await fetch(url, { ...init, ...dispatcher });
  };

  /** Throws unless every answer was asked for. */
  assertAllAsked(): void {
    this.#agent.assertNoPendingInterceptors();
  }

  async close(): Promise<void> {
    await this.#agent.close();
  }
}
