import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { installed } from '../programs/installed.ts';

/** Makes an authority of that name: `NAME.crt` and `NAME.key` in the directory. */
export async function makeAuthority(directory: string, name: string): Promise<void> {
  await openssl(...newCertificate(directory, name));
}

/** Makes a certificate of 127.0.0.1 and of the services' names, signed by an authority that is in the same directory. */
export async function makeCertificate(directory: string, name: string, authority: string): Promise<void> {
  const signer = path.join(directory, authority);
  const signed = [
    '-CA',
    `${signer}.crt`,
    '-CAkey',
    `${signer}.key`,
    '-addext',
    'subjectAltName=IP:127.0.0.1,DNS:auth,DNS:reporting',
  ];
  await openssl(...newCertificate(directory, name), ...signed);
}

function newCertificate(directory: string, name: string): string[] {
  const file = path.join(directory, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', `${file}.key`];
  return ['req', '-x509', ...key, '-out', `${file}.crt`, '-subj', `/CN=${name}`, '-days', '1'];
}

async function openssl(...args: string[]): Promise<void> {
  await promisify(execFile)(await installed('openssl'), args);
}
