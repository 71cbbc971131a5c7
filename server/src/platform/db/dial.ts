import { X509Certificate } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectTls,
  type PeerCertificate,
} from 'node:tls';
import type { TlsMode } from '../config/database-url.ts';

/** Where a server listens, and whether the connection is encrypted. */
export type ServerAddress = {
  address: { path: string } | { host: string; port: number };
  tls?:
    | { mode: Exclude<TlsMode, 'disable'>; ca?: Buffer | undefined; client?: ClientProof | undefined }
    | undefined;
};

/** Shown to a server that asks for a client certificate. */
type ClientProof = { cert: Buffer; key: Buffer };

/** Asks for TLS before anything else is said. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const tlsGranted = 0x53;

export function nameOf({ address }: ServerAddress): string {
  return 'path' in address ? address.path : `${address.host}:${address.port}`;
}

/** Connects, and switches to TLS where wanted. An aborted attempt fails with the signal's reason. */
export async function dial(place: ServerAddress, signal: AbortSignal): Promise<Socket> {
  signal.throwIfAborted();
  const plain = connect(place.address);
  let socket = plain;
  let securing = false;
  const end = (reason?: Error) => {
    socket.destroy(reason);
    plain.destroy();
  };
  signal.addEventListener('abort', () => end(signal.reason), { once: true });
  try {
    await heard(plain, 'connect');
    plain.setNoDelay(true).setKeepAlive(true, 60_000);
    if (!(await wantsTls(plain, place))) return plain;
    securing = true;
    socket = connectTls({ ...tlsOptions(place), socket: plain });
    await heard(socket, 'secureConnect');
    return socket;
  } catch (error) {
    end();
    throw securing ? tlsFault(error as Error, place) : error;
  }
}

/** Whether server and settings agree on TLS. */
async function wantsTls(socket: Socket, place: ServerAddress): Promise<boolean> {
  const { address, tls } = place;
  // As in libpq: a socket on this machine needs no encryption.
  if (!tls || 'path' in address) return false;
  socket.write(tlsRequest);
  const answer = await heard(socket, 'data');
  if (answer[0] === tlsGranted) {
    if (answer.length === 1) return true;
    // A man in the middle may have injected this, to pass for the server's first encrypted bytes.
    throw refused(`${nameOf(place)} spoke before TLS was agreed on`);
  }
  if (tls.mode === 'allow' || tls.mode === 'prefer') return false;
  throw refused(`${nameOf(place)} does not offer TLS, which sslmode=${tls.mode} asks for`, 'ECONNREFUSED');
}

/** Without a host, Node.js would check for "localhost"; an IP address is not a name that TLS can ask for. */
function tlsOptions({ address, tls }: ServerAddress): ConnectionOptions {
  const { mode, ca, client } = tls ?? {};
  const host = 'host' in address ? address.host : '';
  return {
    host,
    servername: isIP(host) ? '' : host,
    rejectUnauthorized: mode === 'verify-ca' || mode === 'verify-full',
    checkServerIdentity: mode === 'verify-full' ? checkName : () => undefined,
    ...(ca && { ca }),
    ...client,
  };
}

/** As in psql: an address may also be listed among the DNS names, or be the common name if no address is listed. */
function checkName(host: string, certificate: PeerCertificate): Error | undefined {
  const fault = checkServerIdentity(host, certificate);
  if (!fault || !isIP(host)) return fault;
  const subject = certificate.subjectaltname?.includes('IP Address:') ? 'never' : 'always';
  const named = new X509Certificate(certificate.raw).checkHost(host, { subject, wildcards: false });
  return named ? undefined : fault;
}

const unknownAuthority =
  'is signed by an authority that is not trusted here: name the certificate of that authority with sslrootcert=<file>';
const faults: Record<string, string> = {
  CERT_HAS_EXPIRED: 'has expired: renew it',
  CERT_NOT_YET_VALID: 'is not valid yet: set the clocks right',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is self-signed: name that certificate with sslrootcert=<file> to trust it',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'is for another name: connect by a name that is in it, or have one made for this name',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
};

/** What is wrong and what to do about it, for the person who reads it at startup. */
function tlsFault(error: Error & { code?: string }, place: ServerAddress): Error {
  const { code = '', message } = error;
  if (/^(ECONN|EPIPE|CONNECT)/.test(code)) return error;
  const fault = faults[code];
  if (fault) return refused(`the TLS certificate of ${nameOf(place)} ${fault}`);
  return refused(`TLS with ${nameOf(place)} failed: ${message.trim()} (${code})`);
}

function refused(message: string, code = 'TLS_REFUSED'): Error {
  return Object.assign(new Error(message), { code });
}

/** Waits for an event; rejects if the socket ends first. */
function heard(socket: Socket, event: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(connectionClosed()));
  });
}

export function connectionClosed(): Error {
  return Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
}
