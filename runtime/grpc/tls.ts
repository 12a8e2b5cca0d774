import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import * as z from 'zod';
import type { Logger } from '../logger.ts';
import { ExplainedError } from '../explained-error.ts';

/** Files, read again when they change. */
export const tlsSettings = {
  GRPC_TLS_CERT: pemFile()
    .optional()
    .describe('certificate for mutual TLS between the programs; set all three or none'),
  GRPC_TLS_KEY: pemFile().optional().describe('private key of `GRPC_TLS_CERT`'),
  GRPC_TLS_CA: pemFile().optional().describe('authorities that sign the certificates of the other programs'),
};

function pemFile() {
  return z.string().meta({ values: 'file in PEM' });
}

type TlsConfig = { [Name in keyof typeof tlsSettings]?: string | undefined };

type Observers = { log: Logger; metrics: Registry };

export type RpcCredentials = { server: ServerCredentials; channel: ChannelCredentials };

const refreshMs = 2_000;

/** Mutual TLS where the settings name its files, or plain TCP. Open connections keep what they began with. @throws ExplainedError */
export function openRpcCredentials(config: TlsConfig, { log, metrics }: Observers): RpcCredentials {
  const { GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca } = config;
  if (!cert && !key && !ca) {
    return { server: ServerCredentials.createInsecure(), channel: credentials.createInsecure() };
  }
  if (!cert || !key || !ca) {
    throw new ExplainedError('GRPC_TLS_CERT, GRPC_TLS_KEY and GRPC_TLS_CA: set all three, or none.');
  }
  const certificates = watchCertificates({ cert, key, ca }, { log, metrics });
  return {
    server: experimental.createCertificateProviderServerCredentials(certificates, certificates, true),
    channel: experimental.createCertificateProviderChannelCredentials(certificates, certificates),
  };
}

type Files = Record<'cert' | 'key' | 'ca', string>;

/** The library's own watcher takes a certificate and a key of which only one is written yet; this one waits for both. */
function watchCertificates(files: Files, { log, metrics }: Observers): experimental.CertificateProvider {
  const identityListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  const caListeners = new Set<experimental.CaCertificateUpdateListener>();
  let current = readFiles(files);
  let failure = '';
  new Gauge({
    name: 'client_reporting_tls_expires_timestamp_seconds',
    help: 'When the first of the certificate and the authorities that gRPC uses expires.',
    registers: [metrics],
    collect() {
      this.set(current.expiresAt / 1_000);
    },
  });
  new Gauge({
    name: 'client_reporting_tls_unusable',
    help: '1 while the changed files of the certificate are invalid.',
    registers: [metrics],
    collect() {
      this.set(failure === '' ? 0 : 1);
    },
  });

  const refresh = () => {
    try {
      const found = readFiles(files);
      failure = '';
      if (found.fingerprint === current.fingerprint) return;
      current = found;
      for (const listener of identityListeners) listener(current.identity);
      for (const listener of caListeners) listener(current.ca);
      log.info('the TLS certificates of gRPC are read again');
    } catch (error) {
      const { message } = error as Error;
      if (message !== failure)
        log.warn({ err: error }, 'the TLS certificates of gRPC are invalid; keeping the old ones');
      failure = message;
    }
  };
  setInterval(refresh, refreshMs).unref();
  return {
    addIdentityCertificateListener: (listener) => {
      identityListeners.add(listener);
      process.nextTick(() => listener(current.identity));
    },
    removeIdentityCertificateListener: (listener) => identityListeners.delete(listener),
    addCaCertificateListener: (listener) => {
      caListeners.add(listener);
      process.nextTick(() => listener(current.ca));
    },
    removeCaCertificateListener: (listener) => caListeners.delete(listener),
  };
}

function readFiles({ cert, key, ca }: Files) {
  const certificate = readPem('GRPC_TLS_CERT', cert, (pem) => new X509Certificate(pem));
  const privateKey = readPem('GRPC_TLS_KEY', key, (pem) => createPrivateKey(pem));
  const caCertificate = readPem('GRPC_TLS_CA', ca, (pem) => new X509Certificate(pem));
  if (!certificate.parsed.checkPrivateKey(privateKey.parsed)) {
    throw new ExplainedError(`GRPC_TLS_KEY ${key} is not the key of GRPC_TLS_CERT ${cert}.`);
  }
  return {
    expiresAt: Math.min(...[certificate, caCertificate].map(({ parsed }) => Date.parse(parsed.validTo))),
    identity: { certificate: certificate.pem, privateKey: privateKey.pem },
    ca: { caCertificate: caCertificate.pem },
    fingerprint: [certificate, privateKey, caCertificate].map(({ pem }) => pem.toString('base64')).join(),
  };
}

function readPem<Parsed>(
  setting: string,
  file: string,
  parse: (pem: Buffer) => Parsed,
): { pem: Buffer; parsed: Parsed } {
  try {
    const pem = readFileSync(file);
    return { pem, parsed: parse(pem) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code?.startsWith('E') && !code.startsWith('ERR_') ? `can't be read (${code})` : 'is no PEM of its kind';
    throw new ExplainedError(`${setting} ${file} ${reason}.`);
  }
}
