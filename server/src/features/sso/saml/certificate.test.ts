import { createHash, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeSelfSigned } from '../../../../testing/certificates.ts';
import { readCertificate, readCertificates } from './certificate.ts';

const { certificate, key } = makeSelfSigned({ commonName: 'one', rsaBits: 2048 });
const others = [1, 2, 3, 4].map((at) => makeSelfSigned({ commonName: `${at}`, rsaBits: 2048 }).certificate);
const bare = certificate.replace(/-----[^-]+-----|\n/g, '');

describe('a certificate', () => {
  test('is read as PEM and as its bare base64, to the same result', () => {
    const { raw, validTo } = new X509Certificate(certificate);
    const read = {
      pem: certificate,
      sha256: createHash('sha256').update(raw).digest('hex'),
      notAfter: new Date(validTo),
    };
    expect(readCertificate(certificate)).toEqual(read);
    expect(readCertificate(bare)).toEqual(read);
    expect(readCertificate(`subject=/CN=one\n${certificate.replaceAll('\n', '\r\n')}\n`)).toEqual(read);
    expect(readCertificate(bare.replace(/.{40}/g, '$&\n      '))).toEqual(read);
  });

  test('may have expired', () => {
    const old = makeSelfSigned({ commonName: 'old', rsaBits: 2048, valid: { from: -30, to: -1 } });
    expect(readCertificate(old.certificate)).toHaveProperty('notAfter');
  });

  test.each([
    ['nothing', ''],
    ['text', 'certificate'],
    ['a private key', key],
    ['a certificate and its key', certificate + key],
    ['two certificates', certificate + others[0]],
    ['base64 of something else', Buffer.alloc(300, 'x').toString('base64')],
    ['one that was cut', bare.slice(0, 400)],
    ['a short key', makeSelfSigned({ commonName: 'short', rsaBits: 1024 }).certificate],
    ['a key on a curve', makeSelfSigned({ commonName: 'curve' }).certificate],
  ])('is not %s', (_name, text) => {
    expect(readCertificate(text)).toEqual({ unusable: { key: expect.stringMatching(/^sso\./), values: expect.any(Object) } });
  });
});

test('there are one to four of them, each counted once', () => {
  expect(readCertificates([])).toHaveProperty('unusable');
  expect(readCertificates([certificate, bare])).toHaveLength(1);
  expect(readCertificates([certificate, ...others.slice(1)])).toHaveLength(4);
  expect(readCertificates([certificate, ...others])).toHaveProperty('unusable');
  expect(readCertificates([certificate, 'x'])).toHaveProperty('unusable');
});
