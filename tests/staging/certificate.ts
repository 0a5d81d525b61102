import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';

/**
 * Makes a self-signed certificate with openssl, because Node.js cannot make one.
 * `pin` is a value for Chromium's flag --ignore-certificate-errors-spki-list.
 */
export function makeCertificate(names: readonly string[]) {
  const opensslArgs = [
    'req',
    '-x509',
    '-nodes',
    '-keyout',
    '-',
    '-days',
    '90',
    '-subj',
    '/CN=staging',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-addext',
    `subjectAltName=${names.join(',')}`,
  ];
  const options = { encoding: 'utf8', stdio: 'pipe' } as const;
  const output = execFileSync('openssl', opensslArgs, options);

  const [key = '', cert = ''] =
    output.match(/-{5}BEGIN.*?END.*?-{5}\n/gs) ?? [];

  const { publicKey } = new X509Certificate(cert);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, pin: createHash('sha256').update(der).digest('base64') };
}
