import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClient, LatchkeyError, tabOrganization } from './index.ts';
import { createLatchkey } from './server/index.ts';
import { guardedApps } from './testing/guarded-apps.ts';

const service = started(() => startService({ env: { ALLOW_SEVERAL_ORGANIZATIONS: 'true' } }));
afterEach(() => vi.unstubAllGlobals());

type Person = Awaited<ReturnType<typeof newUser>>;

/** Someone in two organizations: the first is their default. */
async function newOwnerOfTwo() {
  const person = await newUser(service);
  const { status, body } = await person.client.post('/api/organizations', { name: 'Second' });
  expect(status).toBe(201);
  return { ...person, first: person.organizationId, second: body.organization.id as string };
}

const clientOf = ({ tokens }: Person, more: { organizationId?: string | (() => string | undefined) } = {}) =>
  createClient({ baseUrl: service.url, token: tokens.accessToken, ...more });

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof LatchkeyError ? error.code : String(error)),
  );

describe('a client', () => {
  test('acts in the organization it was made for, or the one that a call names', async () => {
    const person = await newOwnerOfTwo();
    const api = clientOf(person, { organizationId: person.second });
    expect((await api.me()).organization?.id).toBe(person.second);
    expect((await api.getOrganization()).organization.name).toBe('Second');
    expect((await api.me({}, { organizationId: person.first })).organization?.id).toBe(person.first);
    expect((await api.me({}, { organizationId: null })).organization?.id).toBe(person.first);
    expect((await clientOf(person).me()).organization?.id).toBe(person.first);
    const members = await clientOf(person).listMembers({}, { organizationId: person.second });
    expect(members.members).toHaveLength(1);
  });

  test('follows a choice that changes', async () => {
    const person = await newOwnerOfTwo();
    let chosen: string | undefined = person.second;
    const api = clientOf(person, { organizationId: () => chosen });
    expect((await api.me()).organization?.id).toBe(person.second);
    chosen = undefined;
    expect((await api.me()).organization?.id).toBe(person.first);
  });

  test('is refused in an organization of others, and can still sign out', async () => {
    const person = await newOwnerOfTwo();
    const other = await newUser(service);
    const api = clientOf(person, { organizationId: other.organizationId });
    expect(await codeOf(api.me())).toBe('NO_ORGANIZATION');
    expect(await codeOf(api.listMembers())).toBe('NO_ORGANIZATION');
    await api.logout();
    expect(await codeOf(clientOf(person).me())).toBe('UNAUTHENTICATED');
  });

  test('renews its CSRF token in no organization, so a tab with a stale choice can sign out', async () => {
    const { client } = await newUser(service);
    const other = await newUser(service);
    vi.stubGlobal('location', new URL('https://app.example.com'));
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const headers = init?.headers as Record<string, string>;
      const path = String(input).slice(service.url.length);
      const answer = await client.send(init?.method ?? 'GET', path, { headers, csrf: false });
      return new Response(answer.text, { status: answer.status, headers: answer.headers });
    };
    const options = { baseUrl: service.url, session: 'cookie' as const, fetch };
    const api = createClient({ ...options, organizationId: other.organizationId });
    expect(await codeOf(api.me())).toBe('NO_ORGANIZATION');
    await api.logout();
    expect(await codeOf(createClient(options).me())).toBe('UNAUTHENTICATED');
  });
});

describe("a tab's choice", () => {
  test('survives a reload, is separate for each service, and can end', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => kept.set(name, value),
      removeItem: (name: string) => kept.delete(name),
    });
    expect(tabOrganization().get()).toBeUndefined();
    tabOrganization().set('one');
    expect(tabOrganization().get()).toBe('one');
    expect(tabOrganization('https://auth.example.com').get()).toBeUndefined();
    tabOrganization().set(undefined);
    expect(tabOrganization().get()).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  test('is kept in memory where the browser denies storage', () => {
    vi.stubGlobal('sessionStorage', undefined);
    const tab = tabOrganization();
    tab.set('one');
    expect(tab.get()).toBe('one');
  });
});

describe.each(Object.entries(guardedApps))('an application on %s', (_name, send) => {
  const requestAs = (person: Person, organizationId: string) => ({
    headers: { authorization: `Bearer ${person.tokens.accessToken}`, 'x-organization-id': organizationId },
  });

  test('checks the role in the organization that the request names', async () => {
    const latchkey = createLatchkey({ url: service.url });
    const person = await newOwnerOfTwo();
    const { second } = person;
    await service.sql`
      UPDATE organization_members SET role = 'MEMBER' WHERE organization_id = ${second} AND user_id = ${person.id}`;
    const owners = { organizationRole: 'OWNER' as const };
    expect((await send(latchkey, requestAs(person, person.first), owners)).status).toBe(200);
    expect((await send(latchkey, requestAs(person, second), owners)).status).toBe(403);
    expect((await send(latchkey, requestAs(person, second))).status).toBe(200);
  });

  test('refuses an organization of others with 404, not as an outage', async () => {
    const onUnavailable = vi.fn();
    const latchkey = createLatchkey({ url: service.url, onUnavailable });
    const person = await newUser(service);
    const other = await newUser(service);
    for (const named of [
      other.organizationId,
      '',
      'nonsense',
      `${person.organizationId}, ${other.organizationId}`,
    ]) {
      const { status, body } = await send(latchkey, requestAs(person, named));
      expect({ named, status, code: body.error?.code }).toEqual({
        named,
        status: 404,
        code: 'NO_ORGANIZATION',
      });
    }
    expect(onUnavailable).not.toHaveBeenCalled();
  });
});
