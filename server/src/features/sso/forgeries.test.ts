import { started } from '@latchkey/server/testing/lifetime';
import * as oidc from '@latchkey/server/testing/oauth/forgeries';
import { type Lies, startHostileProvider } from '@latchkey/server/testing/oauth/hostile';
import { landing } from '@latchkey/server/testing/oauth/journey';
import { encode, writeAssertion, writeResponse } from '@latchkey/server/testing/saml/answer';
import { answer, attacker, outcomeOf, provider } from '@latchkey/server/testing/saml/exchange';
import * as saml from '@latchkey/server/testing/saml/forgeries';
import { connectSaml } from '@latchkey/server/testing/saml/sending';
import { newStaff } from '@latchkey/server/testing/service';
import { connectionsPath, startWithIdp } from '@latchkey/server/testing/sso';
import { moveAddress } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

// Messages that an attacker, another tenant's identity provider or a careless one could send, over HTTP.

const world = started(startWithIdp);
const acme = started(() => connectSaml(world, provider));
const ada = () => `signs in ada@${acme.domain.name}`;

describe('a SAML answer', () => {
  test.each(saml.refused)('is refused: %s', async (_name, rule, forge) => {
    expect(outcomeOf(forge(provider.key)(answer))).toBe(rule);
    expect(await acme.outcomeOf(forge(provider.key))).toBe('sso_failed');
  });

  test.each(saml.accepted)(
    'signs in whom the identity provider named, in spite of %s',
    async (_name, forge) => {
      expect(await acme.outcomeOf(forge(provider.key))).toBe(ada());
    },
  );

  test.each([
    ['UTF-16', (xml: string) => Buffer.from(`\uFEFF${xml}`, 'utf16le').toString('base64')],
    [
      'an overlong form of <',
      (xml: string) =>
        Buffer.concat([Buffer.from([0xc0, 0xbc]), Buffer.from(xml.slice(1))]).toString('base64'),
    ],
    [
      'base64 of the kind for addresses',
      (xml: string) => `${Buffer.from(`${xml}<>>>???`).toString('base64url')}_-`,
    ],
  ])('is refused in %s', async (_name, written) => {
    const client = world.service.client();
    const { answer, RelayState } = await acme.depart(client);
    expect(await acme.arrive(client, await acme.post(written(acme.usual()(answer)), { RelayState }))).toBe(
      'sso_failed',
    );
  });

  test('serves once by its ID, even where the identity provider repeats that', async () => {
    const again = acme.usual({}, (text) => text.replace(/ ID="[^"]*"/, ' ID="_again"'));
    expect(await acme.outcomeOf(again)).toBe(ada());
    expect(await acme.outcomeOf(again)).toBe('sso_failed');
  });

  test('is no answer to the request of another browser', async () => {
    const [mallory, victim] = [world.service.client(), world.service.client()];
    const [own, theirs] = [await acme.depart(mallory), await acme.depart(victim)];
    const next = await acme.post(encode(acme.usual()(own.answer)), { RelayState: theirs.RelayState });
    expect(await acme.arrive(victim, next)).toBe('sso_failed');
    expect(await acme.outcomeOf(acme.usual(), { RelayState: `${own.RelayState} ` })).toBe('invalid_state');
  });

  test('that was not asked for signs no one in, however well it is signed', async () => {
    const { answer } = await acme.depart(world.service.client());
    const unasked = acme.usual()(answer).replaceAll(` InResponseTo="${answer.requestId}"`, '');
    expect(await acme.post(encode(unasked), {})).toBe(`http://latchkey.test${acme.path}`);
    expect(await acme.post(encode(unasked), { RelayState: 'https://evil.example/' })).toBe(
      `http://latchkey.test${acme.path}`,
    );
  });

  test("of one organization's identity provider opens no other organization, with its key or with the same", async () => {
    for (const keys of [attacker, provider]) {
      const other = await connectSaml(world, keys);
      const client = world.service.client();
      const [toOther, toAcme] = [await other.depart(client), await acme.depart(client)];
      const sent = encode(other.usual()(toOther.answer));
      expect(await acme.arrive(client, await acme.post(sent, { RelayState: toAcme.RelayState }))).toBe(
        'sso_failed',
      );
      expect(await acme.post(sent, { RelayState: toOther.RelayState })).toContain('invalid_state');
      const aboutAcme = other.usual({ attributes: { email: [`ada@${acme.domain.name}`] } });
      expect(await other.outcomeOf(aboutAcme)).toBe('sso_email_not_allowed');
      const asAcme = (answer: Parameters<typeof writeAssertion>[0]) =>
        writeResponse(answer, other.signed(writeAssertion(answer)));
      expect(await acme.outcomeOf(asAcme)).toBe(keys === provider ? ada() : 'sso_failed');
    }
  });
});

describe('an address', () => {
  const saying = (email: string, nameId = email) =>
    acme.outcomeOf(acme.usual({ nameId, attributes: { email: [email] } }));

  test.each([
    ['with a dot at its end', (domain: string) => `x@${domain}.`],
    ['with a quoted local part', (domain: string) => `"x@victim.test"@${domain}`],
    ['with two domains', (domain: string) => `x@victim.test@${domain}`],
    ['with an invisible character', (domain: string) => `x@${domain.slice(0, 3)}\u00AD${domain.slice(3)}`],
    ['of a subdomain', (domain: string) => `x@sub.${domain}`],
    ['that only ends like the domain', (domain: string) => `x@x${domain}`],
    ['in letters of another script', (domain: string) => `x@${domain.replace('o', '\u043E')}`],
  ])('%s is not one of the domain', async (_name, written) => {
    expect(await saying(written(acme.domain.name))).toBe('sso_email_not_allowed');
  });

  test('with a wide dot is the same address of the domain', async () => {
    const { name } = acme.domain;
    expect(await saying(`wide@${name.replace('.', '\u3002')}`)).toBe(`signs in wide@${name}`);
  });

  test('of the domain counts only if it is the first', async () => {
    const list = { email: ['x@elsewhere.test', `x@${acme.domain.name}`] };
    expect(await acme.outcomeOf(acme.usual({ nameId: 'list', attributes: list }))).toBe(
      'sso_email_not_allowed',
    );
  });

  test('in other letters is the same account, and another NameID with it is refused', async () => {
    const { name } = acme.domain;
    expect(await saying(`Kay@${name.toUpperCase()}`, 'kay')).toBe(`signs in kay@${name}`);
    expect(await saying(`\u212Aay@${name}`, 'kay')).toBe(`signs in kay@${name}`);
    expect(await saying(`kay@${name}`, 'other')).toBe('sso_conflict');
    expect(await saying(`kay@${name}`, 'kay ')).toBe('sso_conflict');
  });

  test('of an ADMIN of the service signs no one in', async () => {
    const admin = await newStaff(world.service, 'ADMIN');
    const email = `chief@${acme.domain.name}`;
    await moveAddress(world.service, admin.id, email);
    expect(await saying(email)).toBe('sso_not_allowed');
  });

  test('comes with names of any length and content, of which what can be stored is kept', async () => {
    const { name } = acme.domain;
    const attributes = {
      email: [`long@${name}`],
      firstName: ['\u{1F600}'.repeat(120)],
      lastName: ['x'.repeat(101)],
    };
    expect(await acme.outcomeOf(acme.usual({ nameId: 'long', attributes }))).toBe(`signs in long@${name}`);
    const [row] = await world.service
      .sql`SELECT first_name, last_name FROM users WHERE email = ${`long@${name}`}`;
    expect(row).toEqual({ firstName: '\u{1F600}'.repeat(100), lastName: 'x'.repeat(100) });
  });
});

describe('an answer of an OpenID provider', () => {
  const hostile = started(startHostileProvider);
  const connection = started(async () => {
    const made = await world.connected();
    await world.change(made.owner, made.connectionId, {
      oidc: { issuer: hostile.url, clientId: 'latchkey', clientSecret: 'secret' },
    });
    const { redirectTo } = (await made.owner.client.post(`${connectionsPath}/${made.connectionId}/test`))
      .body;
    await come(
      { claims: { email: `ada@${made.domain.name}` } },
      { ...made, from: redirectTo, client: made.owner.client },
    );
    await world.change(made.owner, made.connectionId, { enabled: true });
    return made;
  });

  const aboutItself = ({ discovery, raw = {} }: Lies) =>
    discovery !== undefined || '/.well-known/openid-configuration' in raw;

  async function come(
    { query = '', ...lies }: Lies & { query?: string },
    { path, from = path, client = world.service.client() } = {
      ...connection,
      from: connection.path,
      client: world.service.client(),
    },
  ) {
    // What a provider says of itself is kept for a minute: neither a lie nor the truth before it may stay.
    if (aboutItself(lies) || aboutItself(hostile.told.lies)) world.service.clock.advance({ seconds: 61 });
    hostile.told.lies = lies;
    const departure = landing(await client.get(from, { csrf: false }));
    if (departure.error) return departure.error;
    const asked = new URL(departure.location).searchParams;
    hostile.told.asked = { url: hostile.url, nonce: asked.get('nonce') ?? '', clientId: 'latchkey' };
    const back = await client.get(`${path}/callback?code=x&state=${asked.get('state')}${query}`, {
      csrf: false,
    });
    expect(back.status).toBe(302);
    return landing(back).error ?? `signs in ${(await client.get('/api/auth/me')).body.user?.email}`;
  }

  test('signs in whom it names, with names of which what can be stored is kept', async () => {
    const { name } = connection.domain;
    const claims = { email: `ada@${name}`, given_name: 'A\0da', family_name: '\ud800' };
    expect(await come({ claims })).toBe(`signs in ada@${name}`);
    const [row] = await world.service
      .sql`SELECT first_name, last_name FROM users WHERE email = ${`ada@${name}`}`;
    expect(row).toEqual({ firstName: 'Ada', lastName: null });
  });

  test.each(oidc.refused)('is refused: %s', async (_name, error, forge) => {
    expect(await come(forge({ domain: connection.domain.name, hostile }))).toBe(error);
  });
});
