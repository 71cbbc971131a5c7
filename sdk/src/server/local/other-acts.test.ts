import { isDeepStrictEqual } from 'node:util';
import { newFeedKey } from '@latchkey/server/testing/checks';
import type { Client } from '@latchkey/server/testing/client';
import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { newKey } from '@latchkey/server/testing/keys';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { forceSystemPolicy } from '@latchkey/server/testing/policies';
import { mappingPath, newDirectory, patchGroup, patchPerson } from '@latchkey/server/testing/scim';
import { clientFor, newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLatchkey } from '../index.ts';

/* What changes people without a route of the console: sign-ins, directories, commands, workers, psql, and time. */

const service = started(startService);
const maxStalenessMs = 500;
let key: string;
let where: { cwd: string; env: Record<string, string> };
beforeAll(async () => {
  key = await newFeedKey(service);
  where = { cwd: await temporaryFolder('acts'), env: environmentOf(service) };
});
afterEach(async () => {
  await service.sql`DELETE FROM policies`;
});

type Scene = { client: Client; act(): Promise<unknown> };
const pause = () => new Promise((resolve) => setTimeout(resolve, maxStalenessMs));

/** How far this process's clocks are ahead of the machine's: none of them ever goes back. */
let ahead = 0;
const [wall, monotonic] = [Date.now.bind(Date), performance.now.bind(performance)];
beforeAll(() => {
  vi.spyOn(Date, 'now').mockImplementation(() => wall() + ahead);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + ahead);
});
afterAll(() => vi.restoreAllMocks());

async function letPass(seconds: number): Promise<void> {
  service.clock.advance({ seconds });
  ahead += seconds * 1000;
}

const latchkeyCommand = async (...args: string[]) => {
  const { code, error } = await runCommand(args, where);
  if (code !== 0) throw new Error(error);
};

const wrongPassword = async (email: string, times: number) => {
  for (let n = 0; n < times; n++)
    await service.client().post('/api/auth/login', { email, password: `wrong-${n}` });
};

async function inDirectory() {
  const directory = await newDirectory(service);
  const { id } = await directory.person();
  return { directory, id, client: await clientFor(service, id) };
}

const acts: Record<string, () => Promise<Scene>> = {
  'a sign-in elsewhere': async () => {
    const { client, email } = await newUser(service);
    return {
      client,
      act: async () => {
        service.clock.advance({ seconds: 1 });
        await service.client().post('/api/auth/login', { email, password });
      },
    };
  },
  "a lock of an ADMIN's own address": async () => {
    const { client, email } = await newStaff(service, 'ADMIN');
    return { client, act: () => wrongPassword(email, 5) };
  },
  'the end of that lock by the command line': async () => {
    const { client, email } = await newStaff(service, 'ADMIN');
    await wrongPassword(email, 5);
    return { client, act: () => latchkeyCommand('user', 'unlock', email) };
  },
  'a role by the command line': async () => {
    const { client, email } = await newUser(service);
    return { client, act: () => latchkeyCommand('user', 'set-role', email, 'MODERATOR') };
  },
  'two-factor turned off by the command line': async () => {
    const { client, email } = await newStaff(service, 'ADMIN');
    return { client, act: () => latchkeyCommand('user', 'reset-2fa', email) };
  },
  'a deactivation by a directory': async () => {
    const { directory, id, client } = await inDirectory();
    return {
      client,
      act: () => patchPerson(directory.client, id, { op: 'replace', path: 'active', value: false }),
    };
  },
  'a name from a directory': async () => {
    const { directory, id, client } = await inDirectory();
    return {
      client,
      act: () => patchPerson(directory.client, id, { op: 'replace', path: 'name.givenName', value: 'Zoë' }),
    };
  },
  "a rank by a directory's group": async () => {
    const { directory, id, client } = await inDirectory();
    const group = await directory.group('Admins');
    await directory.owner.client.patch(`${mappingPath}/${group.id}`, { role: 'ADMIN' });
    return {
      client,
      act: () =>
        patchGroup(directory.client, group.id, { op: 'add', path: 'members', value: [{ value: id }] }),
    };
  },
  'a policy of the service': async () => {
    const { client } = await newUser(service);
    return { client, act: () => forceSystemPolicy(service, { twoFactorRequired: true }) };
  },
  'the organization renamed in psql': async () => {
    const { client, organizationId } = await newUser(service);
    return {
      client,
      act: () => service.sql`UPDATE organizations SET name = 'Renamed' WHERE id = ${organizationId}`,
    };
  },
  'all sessions deleted in psql': async () => {
    const { client } = await newUser(service);
    return { client, act: () => service.sql`TRUNCATE sessions CASCADE` };
  },
  'a factor written in psql': async () => {
    const owner = await newUser(service);
    const { client, id } = await newMember(service, owner.organizationId, 'MEMBER');
    return { client, act: () => service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${id}` };
  },
  'the end of a session': async () => {
    const { client, id } = await newUser(service);
    const end = new Date(service.clock.now().getTime() + 20_000);
    await service.sql`UPDATE sessions SET expires_at = ${end} WHERE user_id = ${id}`;
    return { client, act: () => letPass(21) };
  },
  'the end of a key': async () => {
    const { client } = await newUser(service);
    const made = await newKey(client);
    const end = new Date(service.clock.now().getTime() + 20_000);
    await service.sql`UPDATE api_keys SET expires_at = ${end} WHERE id = ${made.id}`;
    const bearer = service.client();
    bearer.bearer = made.key;
    return { client: bearer, act: () => letPass(21) };
  },
  'the day two-factor is due': async () => {
    const { client, id } = await newUser(service);
    await forceSystemPolicy(service, { twoFactorRequired: true, twoFactorGraceDays: 1 });
    const since = new Date(service.clock.now().getTime() - 86_400_000 + 20_000);
    await service.sql`UPDATE users SET created_at = ${since} WHERE id = ${id}`;
    await service.sql`UPDATE policies SET two_factor_required_at = ${since}`;
    return { client, act: () => letPass(21) };
  },
};

function headersOf({ bearer, cookies }: Client): Record<string, string> {
  if (bearer) return { authorization: `Bearer ${bearer}` };
  return { cookie: `latchkey_session=${cookies.get('latchkey_session')}` };
}

test.each(Object.entries(acts))(
  'after %s, callers are answered as Latchkey answers',
  async (_name, prepare) => {
    const { client, act } = await prepare();
    const headers = headersOf(client);
    const latchkey = createLatchkey({ url: service.url, local: { key, maxStalenessMs } });
    atEnd(() => latchkey.close());
    const known = async () => {
      const response = await fetch(`${service.url}/api/auth/me`, { headers });
      const { csrfToken: _, error, ...caller } = (await response.json()) as Record<string, unknown>;
      return response.status === 200 ? caller : (error as { code: string }).code;
    };
    const told = async () => {
      const { caller, refused } = await latchkey.authenticate({ headers });
      return refused ? refused.code : caller;
    };
    const hits = () => latchkey.local?.stats().hits ?? 0;
    await expect
      .poll(async () => {
        const since = hits();
        await told();
        return hits() - since;
      })
      .toBe(1);
    const before = await known();
    await act();
    await pause();
    const [one, other] = [await told(), await known()];
    expect(one).toEqual(other);
    expect(isDeepStrictEqual(before, other)).toBe(false);
  },
);
