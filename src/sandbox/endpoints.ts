interface Endpoint {
  readonly path: string;
  readonly methods: readonly string[];
  /** Name of the endpoint in the option `gateway`; without a name, the endpoint has no gateway. */
  readonly gateway?: string;
}

/** All endpoints of the service. */
export const endpoints = [
  { path: '/auth/oauth/authorize', methods: ['GET', 'HEAD', 'POST'] },
  { path: '/auth/oauth/token', methods: ['POST'], gateway: 'token' },
  { path: '/api/v1/test/index', methods: ['GET', 'HEAD'], gateway: 'test' },
  { path: '/api/v2/label/list', methods: ['GET', 'HEAD'], gateway: 'list' },
  { path: '/api/v2/label/update', methods: ['POST'], gateway: 'update' },
  { path: '/relay', methods: ['GET', 'HEAD'] },
] as const satisfies readonly Endpoint[];

/** Endpoints that can have a gateway in front of them. */
export const gatewayEndpoints = endpoints.filter((each) => 'gateway' in each);

/** Name of an endpoint that can have a gateway. */
export type GatewayEndpoint = (typeof gatewayEndpoints)[number]['gateway'];
