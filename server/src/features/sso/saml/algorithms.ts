import { createHash, createVerify } from 'node:crypto';
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';

export const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const envelopedSignature = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const known = new SignedXml();

/** What may sign and what may digest, SHA-256 up. xml-crypto lacks SHA-384 and also knows SHA-1. */
export const signatureAlgorithms = {
  ...pick(known.SignatureAlgorithms, [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ]),
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': class implements SignatureAlgorithm {
    getAlgorithmName = () => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384';
    getSignature = (): never => {
      throw new Error('Latchkey signs no SAML messages.');
    };
    verifySignature = (...[material, key, value]: unknown[]) =>
      createVerify('RSA-SHA384').update(String(material)).verify(String(key), String(value), 'base64');
  },
};

export const hashAlgorithms = {
  ...pick(known.HashAlgorithms, [
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ]),
  'http://www.w3.org/2001/04/xmldsig-more#sha384': class implements HashAlgorithm {
    getAlgorithmName = () => 'http://www.w3.org/2001/04/xmldsig-more#sha384';
    getHash = (xml: string) => createHash('sha384').update(xml, 'utf8').digest('base64');
  },
};

function pick<Algorithm>(all: Record<string, Algorithm>, names: string[]): Record<string, Algorithm> {
  return Object.fromEntries(
    names.map((name) => {
      const algorithm = all[name];
      if (!algorithm) throw new Error(`xml-crypto lacks ${name}`);
      return [name, algorithm];
    }),
  );
}
