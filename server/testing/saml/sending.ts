import { inflateRawSync } from 'node:zlib';
import type { makeSelfSigned } from '../certificates.ts';
import type { Client } from '../client.ts';
import { proveDomain } from '../domains.ts';
import { newOrganization, type Person } from '../organizations.ts';
import { connectionsPath, type startWithIdp } from '../sso.ts';
import { type Answer, encode, type Signing, sign, writeAssertion, writeResponse } from './answer.ts';

type World = Awaited<ReturnType<typeof startWithIdp>>;
/** Writes the message that a browser posts, given what the request asked for. */
export type Write = (answer: Answer) => string;
/** What the browser posts beside the message; its own RelayState unless told. */
type Sending = { RelayState?: string; acs?: string };

const locationOf = (answer: { headers: Headers }) => answer.headers.get('location') ?? '';
const pathOf = (location: string) => location.replace('http://latchkey.test', '');

/** A SAML connection whose identity provider is the test itself: it can send any message, signed or not. */
export async function connectSaml(world: World, keys: ReturnType<typeof makeSelfSigned>, edit: object = {}) {
  const { service } = world;
  const organization = await newOrganization(service);
  const { owner } = organization;
  const domain = await proveDomain(owner, world.zone);
  const id = await world.make(owner, 'saml');
  const path = `/api/auth/sso/${id}`;
  const entityId = 'https://idp.example/entity';
  const saml = { entityId, signInUrl: 'https://idp.example/sso', certificates: [keys.certificate] };
  await world.change(owner, id, { saml, domains: [domain.name], ...edit });

  const signed = (element: string, signing: Partial<Signing> = {}) =>
    sign(element, { key: keys.key, ...signing });
  /** The usual answer; `alter` changes the assertion before it is signed. */
  const usual =
    (more: Partial<Answer> = {}, alter = (text: string) => text): Write =>
    (answer) =>
      writeResponse(answer, signed(alter(writeAssertion({ ...answer, ...more }))));

  /** Starts a sign-in, or a test. Returns what the answer must say. */
  async function depart(client: Client, from = path) {
    const { searchParams } = new URL(locationOf(await client.get(from, { csrf: false })));
    const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const answer: Answer = {
      issuer: entityId,
      audience: `http://latchkey.test${path}/metadata`,
      acsUrl: `http://latchkey.test${path}/acs`,
      requestId: / ID="([^"]*)"/.exec(request)?.[1] ?? '',
      nameId: 'ada-1815',
      attributes: { email: [`ada@${domain.name}`], firstName: ['Ada'], lastName: ['Lovelace'] },
      now: service.clock.now(),
    };
    return { answer, RelayState: searchParams.get('RelayState') ?? '' };
  }

  /** Posts a message as it is encoded, without cookies, as from another site. Returns where the browser goes next. */
  async function post(SAMLResponse: string, { RelayState = '', acs = `${path}/acs` }: Sending) {
    const received = await service.client().send('POST', acs, {
      raw: new URLSearchParams({ SAMLResponse, RelayState }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return received.status === 303 ? locationOf(received) : `status ${received.status}`;
  }

  /** Sends a message for a sign-in of its own, and follows it to the end. */
  async function outcomeOf(write: Write, sending: Sending = {}): Promise<string> {
    const client = service.client();
    const { answer, RelayState } = await depart(client);
    return arrive(client, await post(encode(write(answer)), { RelayState, ...sending }));
  }

  /** The address of the person who is signed in, or the error that the browser is sent away with. */
  async function arrive(client: Client, next: string): Promise<string> {
    const landed = next.includes('/finish?') ? await client.get(pathOf(next), { csrf: false }) : undefined;
    if (landed && landed.status !== 302) return `status ${landed.status}`;
    const location = landed ? locationOf(landed) : next;
    const error = /error=(\w+)/.exec(location)?.[1];
    if (error || !landed) return error ?? location;
    return `signs in ${(await client.get('/api/auth/me')).body.user?.email}`;
  }

  async function test(by: Pick<Person, 'client'>, write: Write) {
    const { redirectTo } = (await by.client.post(`${connectionsPath}/${id}/test`)).body;
    const { answer, RelayState } = await depart(by.client, redirectTo);
    await by.client.get(pathOf(await post(encode(write(answer)), { RelayState })), { csrf: false });
    return (await by.client.get(`${connectionsPath}/${id}/test`)).body.test;
  }

  await test(owner, usual());
  await world.change(owner, id, { enabled: true });
  return {
    ...organization,
    connectionId: id,
    path,
    domain,
    signed,
    usual,
    depart,
    post,
    arrive,
    outcomeOf,
    test,
  };
}
