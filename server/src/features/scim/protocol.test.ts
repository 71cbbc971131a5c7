import { makeScimToken, scimErrorsPath } from '@latchkey/server/testing/directories';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newDirectory, scimPath } from '@latchkey/server/testing/scim';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let directory: Awaited<ReturnType<typeof newDirectory>>;
beforeAll(async () => {
  directory = await newDirectory(service);
});

const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
const users = `${scimPath}/Users`;
/** Which kinds of events tell of a directory. */
const eventsOf = async (organizationId: string) => {
  const rows = await service.sql<{ type: string }[]>`
    SELECT DISTINCT type FROM events WHERE body LIKE ${`%${organizationId}%`} AND type ~ 'scim|provisioned' ORDER BY type`;
  return rows.map(({ type }) => type);
};

describe('the credential', () => {
  test('is a token of a directory, and nothing else', async () => {
    const { owner, client } = directory;
    expect((await client.get(users)).status).toBe(200);
    const key = await newKey(owner.client, { permission: 'READ_WRITE' });
    const stranger = service.client();
    for (const authorization of [
      undefined,
      `Bearer ${key.key}`,
      'Bearer lsd_x',
      `Basic ${client.bearer}`,
      `Bearer ${client.bearer}x`,
    ]) {
      const answer = await stranger.get(users, { headers: authorization ? { authorization } : {} });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="scim"');
      expect(answer.body).toEqual({ schemas, status: '401', detail: expect.any(String) });
    }
    // A session doesn't serve either.
    expect((await owner.client.get(users)).status).toBe(401);
    expect((await owner.client.post(users, { userName: 'x' })).status).toBe(401);
  });

  test('opens nothing else', async () => {
    const { client } = directory;
    for (const path of [
      '/api/auth/me',
      '/api/organizations/current',
      '/api/users',
      '/api/organizations/current/scim-groups',
    ])
      expect((await client.get(path)).status).toBe(401);
    expect((await client.post('/api/organizations', { name: 'Mine' })).status).toBe(401);
  });

  test('has no expiry, and ends with the token and with the organization', async () => {
    const { id, owner, client, tokenId } = await newDirectory(service);
    service.clock.advance({ days: 4000 });
    expect((await client.get(users)).status).toBe(200);
    const later = await clientFor(service, owner.id);
    await later.delete(`/api/organizations/current/scim-tokens/${tokenId}`);
    expect((await client.get(users)).status).toBe(401);
    expect(await eventsOf(id)).toEqual(['scim_token.created', 'scim_token.revoked']);
    const gone = await newDirectory(service);
    await gone.group('Gone', [await gone.person(), await gone.member()]);
    expect(await eventsOf(gone.id)).toEqual([
      'member.provisioned',
      'scim_group.changed',
      'scim_token.created',
    ]);
    expect((await gone.owner.client.delete('/api/organizations/current')).status).toBe(200);
    expect((await gone.client.get(users)).status).toBe(401);
    expect((await gone.client.post(users, { userName: gone.newEmail() })).status).toBe(401);
  });
});

describe('discovery', () => {
  test('needs no token', async () => {
    const client = service.client();
    const config = await client.get(`${scimPath}/ServiceProviderConfig`);
    expect(config.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: false },
      etag: { supported: false },
      changePassword: { supported: false },
    });
    const types = await client.get(`${scimPath}/ResourceTypes`);
    expect(
      types.body.Resources.map(({ id, endpoint }: { id: string; endpoint: string }) => [id, endpoint]),
    ).toEqual([
      ['User', '/Users'],
      ['Group', '/Groups'],
    ]);
    expect((await client.get(`${scimPath}/ResourceTypes/User`)).body).toEqual(types.body.Resources[0]);
    const listed = await client.get(`${scimPath}/Schemas`);
    expect(listed.body.totalResults).toBe(2);
    const user = await client.get(`${scimPath}/Schemas/urn:ietf:params:scim:schemas:core:2.0:User`);
    expect(user.body).toEqual(listed.body.Resources[0]);
    const names = user.body.attributes.map(({ name }: { name: string }) => name);
    expect(names).not.toContain('password');
    // Clients build their models from this: a reference says what it refers to.
    const groups = user.body.attributes.find(({ name }: { name: string }) => name === 'groups');
    expect(groups.subAttributes).toContainEqual(
      expect.objectContaining({ name: '$ref', type: 'reference', referenceTypes: ['Group'] }),
    );
    expect(names).toContain('userName');
    for (const path of ['ResourceTypes/Role', 'Schemas/urn:x', 'Nothing', ''])
      expect((await client.get(`${scimPath}/${path}`)).body).toMatchObject({ schemas, status: '404' });
  });

  test('is true about what a resource has', async () => {
    const { client } = directory;
    const made = await directory.person({
      externalId: '1',
      name: { givenName: 'A', familyName: 'B' },
      preferredLanguage: 'en',
    });
    await directory.group('Discovered', [made]);
    const { body } = await client.get(`${users}/${made.id}`);
    const schema = (await client.get(`${scimPath}/Schemas/${body.schemas[0]}`)).body;
    const known = schema.attributes.map(({ name }: { name: string }) => name);
    expect(
      Object.keys(body)
        .filter((name) => !['schemas', 'meta'].includes(name))
        .sort(),
    ).toEqual(known.sort());
  });
});

describe('every error below the prefix', () => {
  const bad = async (answer: Promise<{ status: number; body: object; headers: Headers }>) => {
    const { status, body, headers } = await answer;
    expect(headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(body).toEqual(
      expect.objectContaining({ schemas, status: String(status), detail: expect.any(String) }),
    );
    return [status, (body as { scimType?: string }).scimType];
  };
  const raw = (text: string, type = 'application/scim+json') => ({
    raw: text,
    headers: { 'content-type': type },
  });

  test('is one of SCIM', async () => {
    const { client } = directory;
    expect(await bad(client.get(`${users}/nothing`))).toEqual([404, undefined]);
    expect(await bad(client.get('/api/scim/v3/Users'))).toEqual([404, undefined]);
    expect(await bad(client.get('/api/scim'))).toEqual([404, undefined]);
    expect(await bad(client.put(users, {}))).toEqual([405, undefined]);
    expect(await bad(client.post(`${scimPath}/Bulk`, {}))).toEqual([404, undefined]);
    expect(await bad(client.post(users, undefined, raw('{"userName": "x"')))).toEqual([400, 'invalidSyntax']);
    expect(await bad(client.post(users, undefined, raw('{"__proto__": {"userName": "x"}}')))).toEqual([
      400,
      'invalidSyntax',
    ]);
    expect(await bad(client.post(users, undefined, raw('[]')))).toEqual([400, 'invalidValue']);
    expect(await bad(client.post(users, undefined, raw('a=b', 'application/x-www-form-urlencoded')))).toEqual(
      [415, undefined],
    );
    expect(await bad(client.post(users, undefined, raw(`"${'x'.repeat(1_048_577)}"`)))).toEqual([
      413,
      undefined,
    ]);
    expect(
      await bad(client.post(users, undefined, raw(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))),
    ).toEqual([400, 'invalidSyntax']);
    expect(await bad(client.post(users, {}))).toEqual([400, 'invalidValue']);
    expect(await bad(client.get(`${users}?filter=userName%20pr`))).toEqual([400, 'invalidFilter']);
    expect(await bad(client.get(`${users}?count=many`))).toEqual([400, 'invalidValue']);
    expect(await bad(client.get(`${users}?startIndex=1&startIndex=2`))).toEqual([400, 'invalidValue']);
  });

  test('is kept for administrators, without the query and the body', async () => {
    const { client, owner } = await newDirectory(service);
    await client.get(`${users}?filter=userName%20co%20%22secret%22`);
    await client.post(users, { userName: 'hidden@elsewhere.test' });
    await client.post(users, undefined, raw('{"userName": "hidden'));
    const { errors } = (await owner.client.get(scimErrorsPath)).body;
    expect(errors).toEqual([
      expect.objectContaining({ method: 'POST', path: users, status: 400, scimType: 'invalidSyntax' }),
      expect.objectContaining({ method: 'POST', path: users, status: 403, scimType: null }),
      expect.objectContaining({ method: 'GET', path: users, status: 400, scimType: 'invalidFilter' }),
    ]);
    expect(JSON.stringify(errors)).not.toMatch(/secret|hidden/);
  });

  test('of other routes stays ours', async () => {
    expect((await service.client().get('/api/scimitar')).body).toHaveProperty('error.code', 'NOT_FOUND');
    const form = await service.client().post('/api/auth/login', undefined, raw('{}'));
    expect(form.status).toBe(415);
  });
});

test('requests are counted for the organization, whichever token and address they come from', async () => {
  const limited = await startService({ env: { RATE_LIMIT_SCIM: '3/1m' } });
  const one = await newDirectory(limited);
  const other = await newDirectory(limited);
  const second = (await makeScimToken(one.owner.client)).secret;
  const answers = [];
  for (let nth = 0; nth < 4; nth++) {
    const client = limited.client();
    client.bearer = nth % 2 ? second : one.client.bearer;
    answers.push(await client.get(users));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[3]?.body).toMatchObject({ schemas, status: '429' });
  expect(answers[3]?.headers.get('retry-after')).toBeTruthy();
  expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('3');
  expect((await other.client.get(users)).status).toBe(200);
});
