/**
 * Base class of all errors of the extension. Each has a literal `code`, a plain message that can be shown to
 * the user, and a `cause`. No error contains a request, header, body, query or token.
 */
export abstract class AppError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
