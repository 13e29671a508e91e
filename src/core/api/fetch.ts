/**
 * The `fetch` for all requests. In VS Code it is the global one, which honors the user's proxy settings and
 * certificates.
 */
export type Fetch = (input: URL, init: RequestInit) => Promise<Response>;
