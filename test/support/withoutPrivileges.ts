/**
 * Does `work` as an ordinary user, whom the permissions of files bind, where the test runs as root. Other
 * work of this process is done as that user too, meanwhile.
 */
export async function withoutPrivileges<T>(work: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid } = process;
  if (geteuid === undefined || seteuid === undefined || geteuid() !== 0) {
    return await work();
  }
  seteuid(unprivilegedUser);
  try {
    return await work();
  } finally {
    seteuid(0);
  }
}

/** “nobody”, of which every system has one. */
export const unprivilegedUser = 65_534;
