/**
 * The base class of all errors of the extension. Each has a literal `code`, a message in plain language
 * that can be shown to the user, and a `cause`. None holds a request, header, body, query or token.
 */
export abstract class AppError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
