/** The log that core writes to. VS Code's `LogOutputChannel` has this shape. */
export interface Log {
  trace(message: string): void;
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
