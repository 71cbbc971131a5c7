import { X509Certificate } from 'node:crypto';
import { type Told, told } from '../../../platform/languages/told.ts';

const maxCertificates = 4;
const minBits = 2048;

export type SamlCertificate = {
  pem: string;
  /** Of the DER bytes, in hex. */
  sha256: string;
  notAfter: Date;
};

/** Why something that an administrator gave or a provider published can't be used. */
export type Unusable = { unusable: Told };

export function isUnusable(value: object): value is Unusable {
  return 'unusable' in value;
}

/** Reads a certificate in PEM, or the bare base64 of one. It may have expired: the key is what counts. */
export function readCertificate(text: string): SamlCertificate | Unusable {
  const body =
    /^[^-]*-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----\s*$/.exec(text)?.[1] ?? text;
  const base64 = body.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]{100,20000}={0,2}$/.test(base64)) return { unusable: told('sso.certificate.form') };
  const certificate = parse(base64);
  if (!certificate) return { unusable: told('sso.certificate.x509') };
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType !== 'rsa' || modulusLength < minBits || publicExponent < 3n)
    return { unusable: told('sso.certificate.key', { bits: String(minBits) }) };
  return {
    pem: certificate.toString(),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notAfter: new Date(certificate.validTo),
  };
}

/** Reads one to four certificates; one that is given twice counts once. */
export function readCertificates(texts: string[]): SamlCertificate[] | Unusable {
  const read = texts.map(readCertificate);
  const wrong = read.find(isUnusable);
  if (wrong) return wrong;
  const good = read.filter((certificate) => !isUnusable(certificate)) as SamlCertificate[];
  return oneToFour(good);
}

export function oneToFour(certificates: SamlCertificate[]): SamlCertificate[] | Unusable {
  const distinct = [
    ...new Map(certificates.map((certificate) => [certificate.sha256, certificate])).values(),
  ];
  return distinct.length >= 1 && distinct.length <= maxCertificates
    ? distinct
    : { unusable: told('sso.certificate.count', { limit: maxCertificates }) };
}

function parse(base64: string): X509Certificate | null {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return null;
  }
}
