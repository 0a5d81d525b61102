import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';

/**
 * A certificate, which Node can't make, for these names, that nobody else
 * vouches for; `pin` is its key as `--ignore-certificate-errors-spki-list`
 * wants it.
 */
export function makeCertificate(names: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    'openssl',
    [
      ...'req -x509 -nodes -keyout - -days 90 -subj /CN=staging'.split(' '),
      ...'-newkey ec -pkeyopt ec_paramgen_curve:P-256'.split(' '),
      '-addext',
      `subjectAltName=${names.join()}`,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
  const [key = '', cert = ''] =
    stdout.match(/-{5}BEGIN.*?END.*?-{5}\n/gs) ?? [];
  const { publicKey } = new X509Certificate(cert);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, pin: createHash('sha256').update(der).digest('base64') };
}
