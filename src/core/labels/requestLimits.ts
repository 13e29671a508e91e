/**
 * How many requests run at a time if many are needed. As many as browsers send to one host over
 * HTTP/1.1: what a service of this kind is used to. The document states no rate limits (section 8).
 */
export const concurrentRequests = 6;

/**
 * How many labels to ask for at a time if all are wanted: fewer round trips than the page size that
 * a person browses with. The document states no greatest page size (section 8); a service that gives
 * less is asked for less from then on.
 */
export const largePageSize = 200;
