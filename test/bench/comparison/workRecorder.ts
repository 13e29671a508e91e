/** The work of the host of all extensions in a turn of its event loop. */
export interface RecordedTurn {
  /** When it ended, in milliseconds since the epoch. */
  readonly at: number;
  /** In milliseconds. */
  readonly work: number;
}

/** Records what the host of all extensions works, turn by turn. */
export class WorkRecorder {
  readonly #turns: RecordedTurn[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Since `start`, those with any work in them. */
  get turns(): readonly RecordedTurn[] {
    return this.#turns;
  }

  start(): void {
    let before = process.threadCpuUsage();
    this.#timer ??= setInterval(() => {
      const { system, user } = process.threadCpuUsage(before);
      before = process.threadCpuUsage();
      if (system + user > 0) {
        this.#turns.push({ at: Date.now(), work: (system + user) / 1000 });
      }
    }, 1);
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
