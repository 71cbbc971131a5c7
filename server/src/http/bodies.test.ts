import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { newDirectory, scimPath } from '@latchkey/server/testing/scim';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test, vi } from 'vitest';

/** What a body may hold before anyone looks at its values. */
const service = started(startService);

/** The longest text that is normalized meanwhile, in UTF-16 units. */
async function longestNormalized(work: () => Promise<unknown>): Promise<number> {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    await work();
    return Math.max(0, ...normalize.mock.contexts.map((text) => String(text).length));
  } finally {
    normalize.mockRestore();
  }
}

describe('combining marks in the wrong order, whose normal form takes time with the square of their number', () => {
  const marks = '\u0344\u0323'.repeat(16_360);
  const email = `a@${marks}`.slice(0, 32_700);

  test('are not normalized for the rule that keeps an API key from changing an email', async () => {
    const user = await newUser(service);
    const { key } = await newKey(user.client, { permission: 'READ_WRITE' });
    const keyed = keyClient(service, key);
    for (const [method, path] of [
      ['POST', '/api/users/profile'],
      ['PUT', `/api/users/${user.id}`],
    ] as const) {
      const longest = await longestNormalized(async () => {
        const answer = await keyed.send(method, path, { body: { email } });
        expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
      });
      expect(longest).toBeLessThan(300);
    }
  });

  test.each([
    ['POST', '/api/auth/login', { password: 'x' }],
    ['POST', '/api/auth/register', { password: 'Correct-Horse-7', organizationName: 'Marks' }],
    ['POST', '/api/auth/forgot-password', {}],
    ['POST', '/api/auth/sso/discover', {}],
  ])('are too long an address for %s %s', async (method, path, body) => {
    for (const length of [900, 32_700]) {
      const sent = { ...body, email: email.slice(0, length) };
      const longest = await longestNormalized(async () => {
        const { status } = await service.client().send(method, path, { body: sent });
        expect(status).toBe(400);
      });
      expect(longest).toBeLessThan(300);
    }
  });

  test('are too long a domain for a policy, also in a list of many', async () => {
    const { owner } = await newOrganization(service);
    const emailDomains = Array.from({ length: 30 }, () => `${'a\u0344\u0323'.repeat(330)}.example`);
    const longest = await longestNormalized(async () => {
      const body = { version: 0, policy: { emailDomains } };
      const answer = await owner.client.patch('/api/organizations/current/policy', body);
      expect(Object.keys(answer.body.error.details)).toEqual(['policy']);
    });
    expect(longest).toBeLessThan(300);
  });

  test('are too long an address for a directory', async () => {
    const { client } = await newDirectory(service);
    const longest = await longestNormalized(async () => {
      expect((await client.post(`${scimPath}/Users`, { userName: email })).status).toBe(400);
    });
    expect(longest).toBeLessThan(300);
  });
});

describe('a body nested deeper than 32', () => {
  const nested = (depth: number, [open, shut]: readonly [string, string]) =>
    open.repeat(depth) + (open === '{"a":' ? '1' : '') + shut.repeat(depth);
  const kinds = [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const;
  const headers = { 'content-type': 'application/json' };

  test('of metadata is 400, never a stack that runs over', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const { id } = await newUser(service);
    for (const kind of kinds)
      for (const [depth, status] of [
        [30, 200],
        [31, 400],
        [32_000 / kind[0].length, 400],
      ] as const) {
        const raw = `{"publicMetadata":{"a":${nested(depth, kind)}}}`;
        const answer = await admin.client.send('PATCH', `/api/users/${id}/metadata`, { raw, headers });
        expect([kind[0], depth, answer.status]).toEqual([kind[0], depth, status]);
        if (status === 400) expect(answer.body.error.code).toBe('MALFORMED_JSON');
      }
  });

  test('is 400 for every dialect, before any of its values is looked at', async () => {
    const { client } = await newDirectory(service);
    const raw = `{"userName":${nested(32, kinds[0])}}`;
    const scim = await client.send('POST', `${scimPath}/Users`, { raw, headers });
    expect([scim.status, scim.body.scimType]).toEqual([400, 'invalidSyntax']);
    const login = await service.client().send('POST', '/api/auth/login', { raw, headers });
    expect(login.body.error.code).toBe('MALFORMED_JSON');
  });

  test('is told from brackets within text', async () => {
    const user = await newUser(service);
    const firstName = `${'[{'.repeat(40)}"\\`;
    const answer = await user.client.post('/api/users/profile', { firstName });
    expect(answer.body.user.firstName).toBe(firstName);
  });
});
