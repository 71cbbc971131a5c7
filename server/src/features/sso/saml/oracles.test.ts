import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { describe, expect, test } from 'vitest';
import { makeSelfSigned } from '../../../../testing/certificates.ts';
import { encode, writeAssertion, writeResponse } from '../../../../testing/saml/answer.ts';
import { answer, expected as expectations, genuinely } from '../../../../testing/saml/exchange.ts';
import { startSamlProvider } from '../../../../testing/saml/provider.ts';
import { inEnglish } from '../../../platform/languages/told.ts';
import type { Expected } from './assertion.ts';
import { isUnusable } from './certificate.ts';
import { createCertificateOrder } from './certificate-order.ts';
import { readMetadata, writeMetadata } from './metadata.ts';
import { requestUrl } from './request.ts';
import { readResponse } from './response.ts';

const entityId = 'https://latchkey.example/api/auth/sso/1/metadata';
const acsUrl = 'https://latchkey.example/api/auth/sso/1/acs';

/** Both sides know each other by their metadata alone; then someone signs in. */
async function exchange(signs: 'assertion' | 'response' | 'both', login: string | null = 'ada') {
  const provider = await startSamlProvider({ signs });
  provider.people.set('ada', {
    nameId: 'ada-1815',
    attributes: { email: ['ada@acme.example'], firstName: ['Ada & Co'], groups: ['a', 'b'] },
  });
  provider.trust(writeMetadata({ entityId, acsUrl }));
  const known = readMetadata(provider.metadata());
  if (isUnusable(known)) throw new Error(inEnglish(known.unusable));
  const now = new Date();
  const address = requestUrl({
    id: '_request',
    signInUrl: known.signInUrl,
    acsUrl,
    issuer: entityId,
    relayState: 'the-state',
    forceAuthn: false,
    now,
  });
  const expected: Expected = {
    entityId: known.entityId,
    certificates: known.certificates.map(({ pem }) => pem),
    audience: entityId,
    acsUrl,
    requestId: '_request',
    order: createCertificateOrder(),
    authenticatedSince: null,
    attributes: { email: null, firstName: null, lastName: null, groups: null },
    now,
  };
  return { provider, known, expected, address, posted: await provider.visit(address, login) };
}

describe('samlify as the identity provider', () => {
  test.each(['assertion', 'response', 'both'] as const)('signs the %s', async (signs) => {
    const { provider, known, posted, expected, address } = await exchange(signs);
    expect(known).toMatchObject({ entityId: provider.entityId, signInUrl: provider.signInUrl });
    expect(new URL(address).searchParams.get('tenant')).toBe('acme');
    expect(posted).toMatchObject({ acsUrl, form: { RelayState: 'the-state' } });
    const xml = Buffer.from(posted.form.SAMLResponse, 'base64').toString();
    expect(xml.match(/<ds:Signature /g)).toHaveLength(signs === 'both' ? 2 : 1);
    expect(readResponse(posted.form.SAMLResponse, expected)).toMatchObject({
      nameId: 'ada-1815',
      email: 'ada@acme.example',
      firstName: 'Ada & Co',
      groups: ['a', 'b'],
    });
    const forged = encode(xml.replace('ada-1815', 'mallory'));
    expect(readResponse(forged, expected)).toMatchObject({ rule: 'signature' });
  });

  test('refuses a person', async () => {
    const { posted, expected } = await exchange('assertion', null);
    expect(readResponse(posted.form.SAMLResponse, expected)).toMatchObject({ error: 'sso_denied' });
  });

  test('has a new key, which the connection learns from its metadata', async () => {
    const { provider, expected, address } = await exchange('assertion');
    provider.keys.current = makeSelfSigned({ commonName: 'new', rsaBits: 2048 });
    const { form } = await provider.visit(address, 'ada');
    expect(readResponse(form.SAMLResponse, expected)).toMatchObject({ rule: 'signature' });
    const known = readMetadata(await (await fetch(provider.metadataUrl)).text());
    const certificates = isUnusable(known) ? [] : known.certificates.map(({ pem }) => pem);
    expect(readResponse(form.SAMLResponse, { ...expected, certificates })).toMatchObject({
      nameId: 'ada-1815',
    });
  });

  test('has a page with a form, which posts the answer to the service', async () => {
    const { address, expected } = await exchange('assertion');
    expect(await (await fetch(address)).text()).toContain('name="login"');
    const page = await (
      await fetch(address, { method: 'POST', body: new URLSearchParams({ login: 'ada' }) })
    ).text();
    expect(page).toContain(`action="${acsUrl}"`);
    const [, response = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(page) ?? [];
    expect(readResponse(response, expected)).toMatchObject({ nameId: 'ada-1815' });
  });
});

describe('node-saml reads what we read', () => {
  const readerFor = ({ expected, known }: Awaited<ReturnType<typeof exchange>>) =>
    new SAML({
      idpCert: expected.certificates,
      issuer: entityId,
      audience: entityId,
      callbackUrl: acsUrl,
      entryPoint: known.signInUrl,
      idpIssuer: known.entityId,
      wantAuthnResponseSigned: false,
      validateInResponseTo: ValidateInResponseTo.never,
    });

  test.each(['assertion', 'response', 'both'] as const)('if the %s is signed', async (signs) => {
    const met = await exchange(signs);
    const ours = readResponse(met.posted.form.SAMLResponse, met.expected);
    const { profile } = await new SAML({
      ...readerFor(met).options,
      wantAssertionsSigned: signs !== 'response',
      wantAuthnResponseSigned: signs !== 'assertion',
    }).validatePostResponseAsync(met.posted.form);
    expect(ours).toMatchObject({
      nameId: profile?.nameID,
      email: profile?.email,
      firstName: profile?.firstName,
      groups: profile?.groups,
    });
  });

  test('and its request is one of the kind that we write', async () => {
    const met = await exchange('assertion');
    const theirs = new URL(await readerFor(met).getAuthorizeUrlAsync('the-state', undefined, {}));
    const ours = new URL(met.address);
    expect(ours.origin + ours.pathname).toBe(theirs.origin + theirs.pathname);
    for (const name of ['SAMLRequest', 'RelayState', 'tenant']) {
      expect(ours.searchParams.has(name)).toBe(true);
      expect(theirs.searchParams.has(name)).toBe(true);
    }
  });
});

test('node-saml accepts what the small signer of the tests writes', async () => {
  const today = { ...answer, now: new Date() };
  const xml = writeResponse(today, genuinely(writeAssertion(today)));
  const reader = new SAML({
    idpCert: expectations.certificates,
    issuer: answer.audience,
    audience: answer.audience,
    callbackUrl: answer.acsUrl,
    wantAuthnResponseSigned: false,
  });
  const { profile } = await reader.validatePostResponseAsync({ SAMLResponse: encode(xml) });
  expect(profile?.nameID).toBe('ada-1815');
});
