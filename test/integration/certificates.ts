import { lookup } from 'node:dns/promises';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { runQuietly } from '../host/childProcess.ts';
import { findOnPath, installSystemPackages } from '../host/systemPackages.ts';
import { timeLimits } from '../support/timeLimits.ts';

/**
 * The host name that the certificate is for: this machine's own, because VS Code has no proxy for
 * `localhost` and `127.0.0.1`, and because it can be reached without one.
 */
export const certifiedHost = hostname();

/** Where {@link certifiedHost} is. */
export async function certifiedAddress(): Promise<string> {
  return (await lookup(certifiedHost, { family: 4 })).address;
}

/** A certificate and its key: files in PEM. */
export interface ServerCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** All are files in PEM. */
interface CertificateFiles {
  /** The certificate of a private authority. */
  readonly certificateAuthority: string;
  /** Of {@link certifiedHost}, from that authority. */
  readonly trusted: ServerCertificate;
  /** Of {@link certifiedHost}, signed by itself. */
  readonly unknown: ServerCertificate;
}

/** Where {@link makeCertificates} puts the files. */
export function certificateFiles(folder: string): CertificateFiles {
  const pair = (name: string): ServerCertificate => ({
    certificate: path.join(folder, `${name}.pem`),
    key: path.join(folder, `${name}.key`),
  });
  return {
    certificateAuthority: pair('authority').certificate,
    trusted: pair('trusted'),
    unknown: pair('unknown'),
  };
}

/** Makes a private certificate authority and certificates, valid for a day. */
export async function makeCertificates(folder: string): Promise<CertificateFiles> {
  if (findOnPath('openssl') === undefined) {
    await installSystemPackages(['openssl'], 'the test of private certificates');
  }
  const files = certificateFiles(folder);
  const { trusted, unknown } = files;
  const authorityKey = path.join(folder, 'authority.key');
  const request = path.join(folder, 'request.csr');
  const extensions = path.join(folder, 'extensions.conf');
  const alternativeName = `subjectAltName=DNS:${certifiedHost}`;
  await writeFile(extensions, `${alternativeName}\nbasicConstraints=CA:FALSE\n`);
  const openssl = async (args: readonly string[]): Promise<void> =>
    await runQuietly('openssl', args, {
      cwd: folder,
      logFile: path.join(folder, 'openssl.log'),
      timeLimit: timeLimits.start,
    });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const selfSigned = ['req', '-x509', ...newKey, '-days', '1'];
  const authority = ['-CA', files.certificateAuthority, '-CAkey', authorityKey];
  const host = ['-subj', `/CN=${certifiedHost}`];
  const authorityOutput = ['-keyout', authorityKey, '-out', files.certificateAuthority];
  await openssl([...selfSigned, '-subj', '/CN=Private test authority', ...authorityOutput]);
  await openssl(['req', ...newKey, ...host, '-keyout', trusted.key, '-out', request]);
  const signing = ['x509', '-req', '-days', '1', '-in', request, '-extfile', extensions];
  await openssl([...signing, ...authority, '-CAcreateserial', '-out', trusted.certificate]);
  const unknownOutput = ['-keyout', unknown.key, '-out', unknown.certificate];
  await openssl([...selfSigned, ...host, '-addext', alternativeName, ...unknownOutput]);
  return files;
}
