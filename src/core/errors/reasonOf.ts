/** Returns the message of `error`, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
