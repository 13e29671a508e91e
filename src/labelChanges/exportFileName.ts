/**
 * The name that is proposed for a file with the labels of a tenant. It holds only what every file system
 * takes: Latin letters, digits, hyphens and underscores.
 */
export function exportFileName(tenantId: string, ending: 'csv' | 'json'): string {
  const tenant = tenantId.replaceAll(/[^\w-]+/g, '-').slice(0, 60);
  const words = ['labels', ...tenant.split('-')].filter((word) => word !== '');
  return `${words.join('-')}.${ending}`;
}
