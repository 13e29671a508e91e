/**
 * How many requests run at a time where many are needed. As many as browsers send to one host over
 * HTTP/1.1: what a service of this kind is used to. Its rate limits are unknown (docs/interface.md, section 8).
 */
export const concurrentRequests = 6;

/**
 * How many labels to ask for at a time where all are wanted: fewer round trips than the page size that
 * a person browses with. The largest page is unknown (docs/interface.md, section 8); a service that
 * returns less is asked for less from then on.
 */
export const largePageSize = 200;
