import { expect, test } from 'vitest';
import { makeSelfSigned } from '../../../../testing/certificates.ts';
import { sign, writeAssertion, writeResponse } from '../../../../testing/saml/answer.ts';
import { answer, attacker, expected, outcomeOf } from '../../../../testing/saml/exchange.ts';

const pairs = ['former', 'current', 'next'].map((commonName) =>
  makeSelfSigned({ commonName, rsaBits: 2048 }),
);
const certificates = pairs.map(({ certificate }) => certificate);
const [former, current, next] = certificates;
const signedBy = ({ key }: { key: string }) => writeResponse(answer, sign(writeAssertion(answer), { key }));
const comesFrom = (at: number) => outcomeOf(signedBy(pairs[at] ?? attacker), { certificates });

test('the certificate that verified last is tried first, and all others still count', () => {
  expect(expected.order.of(certificates)).toEqual(certificates);
  expect(comesFrom(1)).toBe('signs in ada-1815');
  expect(expected.order.of(certificates)).toEqual([current, former, next]);
  expect(comesFrom(2)).toBe('signs in ada-1815');
  expect(expected.order.of(certificates)).toEqual([next, current, former]);
  expect(comesFrom(0)).toBe('signs in ada-1815');
  expect(expected.order.of(certificates)).toEqual(certificates.toSpliced(1, 2, next ?? '', current ?? ''));
});

test('a certificate that the connection no longer has is not tried, and a refused message changes nothing', () => {
  expect(comesFrom(1)).toBe('signs in ada-1815');
  expect(outcomeOf(signedBy(pairs[1] ?? attacker), { certificates: [former ?? '', next ?? ''] })).toBe(
    'signature',
  );
  expect(outcomeOf(signedBy(attacker), { certificates })).toBe('signature');
  const tampered = signedBy(pairs[2] ?? attacker).replace('ada-1815', 'mallory');
  expect(outcomeOf(tampered, { certificates })).toBe('signature');
  expect(expected.order.of(certificates)[0]).toBe(current);
});
