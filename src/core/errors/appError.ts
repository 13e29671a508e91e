/**
 * The one family of errors. Each has a literal `code`, a message in plain language that is fit to be
 * shown, and a `cause`. None holds a request, header, body, query or token.
 */
export abstract class AppError extends Error {
  abstract readonly code: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}
