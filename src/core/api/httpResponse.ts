import type { BodyText } from './bodyText.ts';

/** A complete response. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: BodyText;
}
