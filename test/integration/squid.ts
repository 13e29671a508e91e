import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runQuietly, startChild, type Child } from '../host/childProcess.ts';
import { freePort } from '../host/freePort.ts';
import { findOnPath, installSystemPackages } from '../host/systemPackages.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../host/temporaryFolder.ts';
import { timeLimits } from '../support/timeLimits.ts';
import { certifiedAddress, certifiedHost } from './certificates.ts';
import { eventually } from './eventually.ts';

/** Who may use the proxy. */
interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Makes sure that {@link Squid} can be started. */
export async function installSquid(): Promise<void> {
  if (findOnPath('squid') === undefined) {
    await installSystemPackages(['squid'], 'the test of proxies');
  }
}

/** The proxy of many companies, to which the hosts of the tests are this machine. */
export class Squid {
  /** `http://127.0.0.1:PORT`, with the user name and the password if it wants them. */
  readonly address: string;
  readonly #child: Child;
  readonly #folder: TemporaryFolder;

  private constructor(child: Child, folder: TemporaryFolder, address: string) {
    this.#child = child;
    this.#folder = folder;
    this.address = address;
  }

  /** Starts on a free port; lets everybody through if there are no `credentials`. */
  static async start(credentials?: Credentials): Promise<Squid> {
    const folder = makeTemporaryFolder('squid');
    const file = (name: string): string => path.join(folder.path, name);
    // Started by root it goes on as another user.
    await chmod(folder.path, 0o777);
    await writeFile(file('hosts'), `${await certifiedAddress()} ${certifiedHost}\n`);
    const port = await freePort();
    const authentication = credentials === undefined ? [] : await askFor(credentials, folder.path);
    await writeFile(
      file('squid.conf'),
      [
        `http_port 127.0.0.1:${port}`,
        `hosts_file ${file('hosts')}`,
        'dns_nameservers 127.0.0.1',
        'logformat requests %rm %ru %>Hs',
        `access_log stdio:${file('access.log')} requests`,
        `cache_log ${file('cache.log')}`,
        'pid_filename none',
        'netdb_filename none',
        'pinger_enable off',
        'visible_hostname squid.localhost',
        'cache deny all',
        'cache_mem 8 MB',
        'shutdown_lifetime 0 seconds',
        'acl nowhere dstdomain .invalid',
        'http_access deny nowhere',
        ...authentication,
        `http_access ${credentials === undefined ? 'allow all' : 'allow known'}`,
        'http_access deny all',
        '',
      ].join('\n'),
    );
    const squid = findOnPath('squid') ?? 'squid';
    const child = startChild(squid, ['-N', '-f', file('squid.conf')], {
      cwd: folder.path,
      output: { file: file('output.log') },
    });
    await eventually(async () => {
      const log = await readFile(file('cache.log'), 'utf8');
      if (!log.includes('Accepting HTTP Socket connections')) {
        throw new Error(`Squid does not start: ${log}`);
      }
    });
    const userInfo =
      credentials === undefined ? '' : `${credentials.user}:${credentials.password}@`;
    return new Squid(child, folder, `http://${userInfo}127.0.0.1:${port}`);
  }

  /** The requests that have ended, in order, such as `CONNECT host:443 200`. */
  async requests(): Promise<readonly string[]> {
    const text = await readFile(path.join(this.#folder.path, 'access.log'), 'utf8');
    return text.split('\n').filter((line) => line !== '');
  }

  async stop(): Promise<void> {
    await this.#child.stop();
    this.#folder.remove();
  }
}

/** The lines of the configuration that ask for a user name and a password. */
async function askFor({ password, user }: Credentials, folder: string): Promise<readonly string[]> {
  const passwords = path.join(folder, 'passwords');
  const hash = path.join(folder, 'hash');
  await runQuietly('openssl', ['passwd', '-apr1', password], {
    cwd: folder,
    logFile: hash,
    timeLimit: timeLimits.start,
  });
  await writeFile(passwords, `${user}:${(await readFile(hash, 'utf8')).trim()}\n`);
  return [
    `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${passwords}`,
    'auth_param basic children 1 startup=1 idle=1',
    'auth_param basic realm Test',
    'acl known proxy_auth REQUIRED',
  ];
}
