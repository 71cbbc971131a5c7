import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { rsaKey } from './rsa-keys.ts';

export type Certificate = { certificate: string; key: string };
type Issuer = { name: string; key: KeyObject };

type Wanted = {
  commonName: string;
  /** DNS names and IPv4 addresses. */
  names?: string[];
  /** In days from now. */
  valid?: { from: number; to: number };
  /** The size of an RSA key; without it, the key is on the curve P-256. */
  rsaBits?: number;
};

/** A certificate authority for the test, made by hand, so no program needs to be installed. */
export function makeAuthority(name: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const issuer = { name, key: privateKey };
  return {
    certificate: pem(certify({ commonName: name }, publicKey, issuer, true)),
    issue: (wanted: Wanted): Certificate => make(wanted, issuer),
  };
}

/** A self-signed certificate. */
export function makeSelfSigned(wanted: Wanted): Certificate {
  return make(wanted);
}

function make(wanted: Wanted, by?: Issuer): Certificate {
  const privateKey = wanted.rsaBits
    ? newRsaKey(wanted.commonName, wanted.rsaBits)
    : generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const issuer = by ?? { name: wanted.commonName, key: privateKey };
  return {
    certificate: pem(certify(wanted, createPublicKey(privateKey), issuer, false)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const made = new Map<string, number>();

/** Another one than the last seven of this name. */
function newRsaKey(name: string, bits: number): KeyObject {
  const nth = made.get(name) ?? 0;
  made.set(name, nth + 1);
  return rsaKey(`${name}-${nth % 8}`, bits);
}

/** The part of RFC 5280 that TLS needs. */
function certify(wanted: Wanted, publicKey: KeyObject, issuer: Issuer, authority: boolean): Buffer {
  const { commonName, names = [], valid = { from: -1, to: 30 } } = wanted;
  const algorithm =
    issuer.key.asymmetricKeyType === 'rsa'
      ? sequence(oid('2a864886f70d01010b'), der(0x05, Buffer.alloc(0))) // sha256WithRSAEncryption
      : sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const extensions = [extension('551d13', sequence(...(authority ? [der(0x01, Buffer.from([0xff]))] : [])))];
  if (names.length > 0) extensions.push(extension('551d11', sequence(...names.map(alternativeName))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(valid.from), time(valid.to)),
    distinguishedName(commonName),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  return sequence(content, algorithm, bits(sign('sha256', content, issuer.key)));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => der(0x03, Buffer.concat([Buffer.from([0]), content]));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));
const distinguishedName = (name: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));

function alternativeName(name: string): Buffer {
  return isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));
}

function time(days: number): Buffer {
  const at = new Date(Date.now() + days * 86_400_000).toISOString();
  return der(0x18, Buffer.from(`${at.replace(/[-:T]|\.\d+Z$/g, '')}Z`));
}

function pem(content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
