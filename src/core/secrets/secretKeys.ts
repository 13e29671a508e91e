/** How the keys of each kind of secret begin. What is stored under them outlives the release that wrote it. */
export const secretKeys = {
  session: 'workforce.session.',
  clientSecret: 'workforce.clientSecret.',
  pendingAuthorization: 'workforce.pendingAuthorization.',
} as const;
