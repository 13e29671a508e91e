import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { workerMessageSchema, type WorkerMessage } from './sessionWorker.ts';
import { startProcess, type ProcessPlace } from './startProcess.ts';

/** One window in a process of its own. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #messages: WorkerMessage[] = [];
  #onMessage: (() => void) | undefined;
  /** Number of notifications to the user that the session has ended. */
  ended = 0;

  constructor(options: object, place?: ProcessPlace) {
    this.#child = startProcess('sessionWorker', options, place);
    this.#child.on('message', (message) => {
      const parsed = workerMessageSchema.parse(message);
      if (parsed.kind === 'ended') {
        this.ended++;
      } else {
        this.#messages.push(parsed);
        this.#onMessage?.();
      }
    });
  }

  get processId(): number {
    return this.#child.pid ?? 0;
  }

  /** The next message of one of these kinds; others before it are passed over. */
  async next(...kinds: readonly WorkerMessage['kind'][]): Promise<WorkerMessage> {
    for (;;) {
      for (let message = this.#messages.shift(); message; message = this.#messages.shift()) {
        if (kinds.includes(message.kind)) {
          return message;
        }
      }
      await new Promise<void>((resolve) => {
        this.#onMessage = resolve;
      });
    }
  }

  start(): void {
    this.#child.send('call');
  }

  /** Calls the API. Returns `ok` or the code of the error. */
  async call(): Promise<string> {
    this.start();
    return await this.answer();
  }

  async answer(): Promise<string> {
    const message = await this.next('answer');
    return message.kind === 'answer' ? message.outcome : '';
  }

  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
