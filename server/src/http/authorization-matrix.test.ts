import { type Endpoint, endpoint, permissions } from '@latchkey/contract';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { type Actor, actors, createCast, enact, type Presence } from '@latchkey/server/testing/matrix/actors';
import {
  changesCaller,
  type Filled,
  fill,
  type RouteName,
  routes,
  type Scene,
  sampleField,
  type Whose,
} from '@latchkey/server/testing/matrix/requests';
import {
  isHidden,
  isLetIn,
  isOpen,
  isRefusedWith,
  isUnsafe,
  namesAThing,
  reachOf,
  refusalOf,
  show,
} from '@latchkey/server/testing/matrix/verdicts';
import { startService } from '@latchkey/server/testing/service';
import { fillCatalog, newTeamRole } from '@latchkey/server/testing/team-roles';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

/*
 * Every declared route, called by every kind of caller: the expected outcome is derived from the declaration alone, by
 * rules written separately from the guards they check. A new route is checked without being mentioned here; if its
 * request can't be filled, the test fails and says what to add.
 */

const service = started(startService);
const strict = started(() => startService({ env: { ENABLE_TWO_FACTOR_AUTH: 'true' } }));

type Extra = { csrf?: false; headers?: Record<string, string> };

function send(client: Client, route: Endpoint, { path, body, raw }: Filled, more: Extra = {}) {
  if (route.form && !route.dialect) return sendForm(client, route, { path, ...(body && { body }) }, more);
  const headers = { ...(raw && { 'content-type': 'image/gif' }), ...more.headers };
  return client.send(route.method, path, { ...more, headers, ...(body && { body }), ...(raw && { raw }) });
}

function sendForm(client: Client, { method }: Endpoint, { path, body }: Filled, more: Extra) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...more.headers };
  const raw = new URLSearchParams(body as Record<string, string> | undefined).toString();
  return client.send(method, path, { ...more, headers, raw });
}

const standing = createCast(service);

/** What happens to one of these changes no one's account, session or membership. */
const apart =
  /\/(hooks|webhooks|destinations|applications|roles|domains|scim-tokens|scim-groups|connections|invites|keys)\/:id(\/|$)/;

/** The service has only one of these for each point, so callers take turns. */
const alone = /\/hooks\/:id/;

/** A caller who reads, is refused or acts on a thing apart from them stays unchanged and can call again. */
function presenceOf(name: RouteName, route: Endpoint, actor: Actor): Promise<Presence> {
  const acts = isUnsafe(route) && !refusalOf(route, actor) && !apart.test(route.path);
  return acts || changesCaller(name) ? enact(service, actor) : standing(actor);
}

const untouched = new Map<string, Promise<Filled>>();

/** A refused caller leaves what isn't theirs unchanged, for the next one to ask for. */
function filledFor(name: RouteName, route: Endpoint, actor: Actor, scene: Scene): Promise<Filled> {
  const { whose } = scene;
  if (whose === 'own' || !refusalOf(route, actor)) return fill(name, route, scene);
  const filled = untouched.get(`${name} ${whose}`) ?? fill(name, route, scene);
  untouched.set(`${name} ${whose}`, filled);
  return filled;
}

/** What is wrong with how the route answers this actor, in words. */
async function faultsOf(name: RouteName, route: Endpoint, actor: Actor): Promise<string[]> {
  const faults: string[] = [];
  const note = (whose: Whose, answer: Answer, fits: boolean, wanted: string) => {
    if (!fits) faults.push(`${actor.name}, ${whose}: wanted ${wanted}, got ${show(answer)}`);
  };
  const refusal = refusalOf(route, actor);
  const caller = await presenceOf(name, route, actor);
  const ask = async (whose: Whose) =>
    send(caller.client, route, await filledFor(name, route, actor, { service, caller, whose }));
  // Their own comes last: it may change or end what they are. Nothing else does.
  const others = namesAThing(route)
    ? { unknown: await ask('unknown'), foreign: await ask('foreign') }
    : undefined;
  const own = await ask('own');
  if (route.responses[own.status]) succeeded.add(name);
  if (refusal) note('own', own, isRefusedWith(own, refusal), refusal);
  else note('own', own, isLetIn(route, own), 'to be let in');
  if (!others) return faults;

  const { foreign, unknown } = others;
  if (refusal) {
    note('foreign', foreign, isRefusedWith(foreign, refusal), refusal);
    note('unknown', unknown, isRefusedWith(unknown, refusal), refusal);
    return faults;
  }
  note('unknown', unknown, isHidden(route, unknown), 'NOT_FOUND');
  const reach = reachOf(route, actor);
  const letIn = isLetIn(route, foreign) && !isRefusedWith(foreign, 'NOT_FOUND');
  if (reach === 'everywhere') note('foreign', foreign, letIn, 'to be let in');
  else {
    const fits = show(foreign) === show(unknown) || (reach === 'perhaps everywhere' && letIn);
    note('foreign', foreign, fits, `the same as for what does not exist (${show(unknown)})`);
  }
  return faults;
}

const succeeded = new Set<RouteName>();

describe('access matches the declaration of each route', () => {
  test.each(routes)('%s', async (name, route) => {
    // If no recent proof is required, an old one is just as good.
    const asking = actors.filter(({ staleProof }) => route.recent || !staleProof);
    const faults: string[] = [];
    if (alone.test(route.path))
      for (const actor of asking) faults.push(...(await faultsOf(name, route, actor)));
    else faults.push(...(await Promise.all(asking.map((actor) => faultsOf(name, route, actor)))).flat());
    expect(faults).toEqual([]);
    // Otherwise, the checks above may have used a request that can never succeed.
    if (!isOpen(route)) expect(succeeded, 'somebody must succeed').toContain(name);
  });
});

test('a route whose request cannot be filled in fails, and says what to add', async () => {
  const [actor] = actors;
  if (!actor) throw new Error('there is nobody');
  const scene = { service, caller: await enact(service, actor), whose: 'own' } as const;
  const declare = (path: `/api/${string}`, body?: z.ZodType) =>
    endpoint({
      method: 'POST',
      path,
      summary: '',
      access: { kind: 'session', about: 'own' },
      changesAccess: [],
      responses: {},
      ...(body && { body }),
    });
  const name = 'widget' as RouteName;
  await expect(fill(name, declare('/api/widgets/:id'), scene)).rejects.toThrow("'widgets/:id'");
  const odd = z.object({ shape: z.string().regex(/^round$/) });
  await expect(fill(name, declare('/api/widgets', odd), scene)).rejects.toThrow('add widget to `bodies`');
});

describe('a MEMBER who holds the whole catalog of the application', () => {
  const member: Actor = {
    name: 'a MEMBER with every permission of the application',
    credential: 'cookie',
    role: 'USER',
    twoFactor: true,
    organizationRole: 'MEMBER',
  };
  let caller: Presence;

  beforeAll(async () => {
    // Even names of the service's own permissions, which the API refuses here.
    const catalog = [...permissions, 'orders:refund'];
    await fillCatalog(service, catalog);
    await newTeamRole(service, null, { permissions: catalog, isDefault: true });
    caller = await enact(service, member);
    const { organization } = (await caller.client.get('/api/auth/me')).body;
    expect(organization.permissions).toEqual(catalog.toSorted());
  });

  const refused = routes.flatMap(([name, route]) => {
    const refusal = refusalOf(route, member);
    return refusal ? [[name, route, refusal] as const] : [];
  });

  test.each(refused)('opens nothing by that: %s', async (name, route, refusal) => {
    const whose = namesAThing(route) ? 'unknown' : 'own';
    const answer = await send(caller.client, route, await fill(name, route, { service, caller, whose }));
    expect(isRefusedWith(answer, refusal), show(answer)).toBe(true);
  });
});

describe('a forged browser request', () => {
  const owner: Actor = {
    name: 'ADMIN and OWNER',
    credential: 'cookie',
    role: 'ADMIN',
    twoFactor: true,
    organizationRole: 'OWNER',
  };

  // Refused each time, so they can call again.
  let caller: Presence;
  let somebodyElse: Presence;
  beforeAll(async () => {
    caller = await enact(service, owner);
    somebodyElse = await enact(service, owner);
  });

  // Routes of foreign protocols, and the form that a provider posts, are called from anywhere; their own tests cover
  // what they do with a cookie. Local routes don't exist here.
  const guarded = ({ dialect, form, local }: Endpoint) => !dialect && !form && !local;
  test.each(routes.filter(([, route]) => isUnsafe(route) && guarded(route)))(
    'to %s is refused',
    async (name, route) => {
      const filled = await fill(name, route, { service, caller, whose: 'own' });
      if (isOpen(route)) {
        const headers = { origin: 'https://evil.example' };
        const answer = await send(caller.client, route, filled, { headers });
        expect(show(answer)).toBe('403 FORBIDDEN_ORIGIN');
      } else {
        expect(show(await send(caller.client, route, filled, { csrf: false }))).toBe('403 CSRF_INVALID');
        const headers = { 'x-csrf-token': somebodyElse.client.cookies.get('csrf_token') ?? '' };
        expect(show(await send(caller.client, route, filled, { headers }))).toBe('403 CSRF_INVALID');
      }
    },
  );
});

describe('guarded fields', () => {
  const guarded = routes.flatMap(([name, route]) =>
    Object.entries(route.guardedFields ?? {}).map(([field, rule]) => ({ name, route, field, rule })),
  );
  const find = (name: string) => actors.filter((actor) => actor.name === name);
  const cases = guarded.flatMap(({ rule, ...guardedField }) => [
    ...(rule.apiKey === false ? find("ADMIN's READ_WRITE key") : []).map((actor) => ({
      ...guardedField,
      actor,
      reason: 'API_KEY_NOT_ALLOWED' as const,
    })),
    ...(rule.impersonation ? find('ADMIN impersonating an OWNER') : []).map((actor) => ({
      ...guardedField,
      actor,
      reason: 'IMPERSONATION_BLOCKED' as const,
    })),
    ...(rule.recent ? find('ADMIN whose proof is old') : []).map((actor) => ({
      ...guardedField,
      actor: rule.recent === 'first' ? { ...actor, withoutPassword: true as const } : actor,
      reason: 'REAUTHENTICATION_REQUIRED' as const,
    })),
    ...(rule.recent && rule.apiKey !== false ? find("ADMIN's READ_WRITE key") : []).map((actor) => ({
      ...guardedField,
      actor,
      reason: 'REAUTHENTICATION_REQUIRED' as const,
    })),
  ]);

  test.each(cases)(
    '$name: $field is refused to $actor.name',
    async ({ name, route, field, actor, reason }) => {
      const caller = await enact(service, actor);
      const filled = await fill(name, route, { service, caller, whose: 'own' });
      const without = await send(caller.client, route, filled);
      expect(isLetIn(route, without), show(without)).toBe(true);
      const body = { ...filled.body, [field]: sampleField(route, field) };
      const answer = await send(caller.client, route, { ...filled, body });
      expect(isRefusedWith(answer, reason), show(answer)).toBe(true);
    },
  );

  test('exist', () => expect(cases.length).toBeGreaterThan(0));
});

describe('when two-factor is required for everyone', () => {
  const member: Actor = {
    name: 'OWNER',
    credential: 'cookie',
    role: 'USER',
    twoFactor: true,
    organizationRole: 'OWNER',
  };
  const reader = createCast(strict);

  test.each(routes.filter(([, route]) => !isOpen(route)))(
    '%s is blocked until it is set up, unless the route is exempt',
    async (name, route) => {
      const isChanged = isUnsafe(route) || changesCaller(name);
      const caller = await (isChanged ? enact(strict, member) : reader(member));
      const filled = await fill(name, route, { service: strict, caller, whose: 'own' });
      const enroll = (on: boolean) =>
        strict.sql`UPDATE users SET two_factor_enabled = ${on} WHERE id = ${caller.id}`;
      await enroll(false);
      const answer = await send(caller.client, route, filled);
      const waits = !/^\/api\/(auth|users\/profile|oidc\/logout)(\/|$)/.test(route.path);
      expect(isRefusedWith(answer, 'TWO_FACTOR_SETUP_REQUIRED'), show(answer)).toBe(waits);
      await enroll(true);
      const past = await send(caller.client, route, filled);
      expect(isRefusedWith(past, 'TWO_FACTOR_SETUP_REQUIRED'), show(past)).toBe(false);
    },
  );
});
