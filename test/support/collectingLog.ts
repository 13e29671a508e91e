import type { Log } from '../../src/core/log/log.ts';

/** A log that keeps its lines. */
export class CollectingLog implements Log {
  readonly lines: string[] = [];

  trace(message: string): void {
    this.lines.push(message);
  }

  debug(message: string): void {
    this.lines.push(message);
  }

  info(message: string): void {
    this.lines.push(message);
  }

  warn(message: string): void {
    this.lines.push(message);
  }

  error(message: string): void {
    this.lines.push(message);
  }
}
