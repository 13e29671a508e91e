/**
 * Number of concurrent requests: as many as browsers send to a host over HTTP/1.1, which such services are
 * used to. The rate limits are unknown (docs/interface.md, section 8).
 */
export const concurrentRequests = 6;

/**
 * Page size for reading all labels: fewer round trips than the page size for browsing. The maximum is unknown
 * (docs/interface.md, section 8); a service that returns less gets smaller requests from then on.
 */
export const largePageSize = 200;
