import { mcpScopes } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import {
  callTool as call,
  mcpByKey,
  mcpByToken,
  mcpToken,
  sendMcp,
  toolsOf,
} from '@latchkey/server/testing/mcp';
import { authorize, newApplication, type TestApplication } from '@latchkey/server/testing/oidc';
import { joins, newLoner, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { deactivate } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test } from 'vitest';

/* What an agent could try with the access it was given, or with arguments that someone talked it into. */

const env = { ENABLE_MCP: 'true', ALLOW_SEVERAL_ORGANIZATIONS: 'true' };
const service = started(() => startService({ env }));
let application: TestApplication;
beforeAll(async () => {
  application = await newApplication(service);
});

type Person = { client: Client };
const tokenFor = async (person: Person, scope: string, more: Record<string, string> = {}) =>
  mcpByToken(service, await mcpToken(service, application, person, { scope, ...more }));

describe('an argument', () => {
  test.each<[string, unknown]>([
    ['half a character', '\ud800'],
    ['a text that no database holds', 'a\u0000b'],
    ['an escaped way up', '%2e%2e%2fadmin%2fusers'],
    ['another query', 'x?organizationId=y'],
    ['a fragment', 'x#y'],
    ['a new line', 'x\r\nHost: evil.example'],
    ['a list', ['..', 'admin']],
    ['an object', { toString: 'x' }],
    ['a very long text', 'x'.repeat(20_000)],
  ])('that is %s is an error of the call, and nothing else', async (_what, id) => {
    const admin = await mcpByKey(service, await newStaff(service, 'ADMIN'));
    for (const given of [{ id }, { id, page: id }]) {
      const { status, body } = await call(admin, 'getUser', given);
      expect(status).toBe(200);
      const said = body.error?.code ?? body.result.structuredContent.error.code;
      expect([-32602, 'NOT_FOUND', 'VALIDATION_FAILED']).toContain(said);
    }
    const { status, body } = await call(admin, 'listUsers', { search: id });
    expect([status, body.error?.code ?? body.result.isError ?? false]).toEqual([
      200,
      expect.toSatisfy((each) => [false, true, -32602].includes(each)),
    ]);
  });

  test.each(['constructor', 'hasOwnProperty', 'toString', 'export', 'csrf'])(
    'called %s is none of the tool',
    async (name) => {
      const client = await mcpByKey(service, await newStaff(service, 'ADMIN'));
      const given = JSON.parse(`{"${name}": "true"}`);
      const { body } = await call(client, 'listAuditLogs', given);
      expect(body.error.code).toBe(-32602);
      expect((await call(client, name)).body.error.code).toBe(-32602);
    },
  );
});

describe('a message', () => {
  test('is one, and no list of them', async () => {
    const client = await mcpByKey(service, await newLoner(service));
    const one = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'me', arguments: {} } };
    const answer = await client.post('/api/mcp', [one, one]);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('csrf');
  });

  test('gets nothing that a page would act with', async () => {
    const person = await newLoner(service);
    for (const client of [await mcpByKey(service, person), await tokenFor(person, 'profile:read')]) {
      const { result } = (await call(client, 'me')).body;
      expect(result.structuredContent.user.id).toBe(person.id);
      expect(result.structuredContent).not.toHaveProperty('csrfToken');
    }
  });
});

test('a key that may only read is enough, for nothing changes', async () => {
  const { client, id } = await newLoner(service);
  const { key } = await newKey(client, { permission: 'READ_ONLY' });
  const { result } = (await call(keyClient(service, key), 'me')).body;
  expect([result.isError, result.structuredContent.user.id]).toEqual([undefined, id]);
});

describe("a person's token", () => {
  async function inTwo() {
    const [home, away] = [await newOrganization(service), await newOrganization(service)];
    const person = await newMember(service, home.id, 'OWNER');
    await joins(service, person.id, away.id, 'OWNER');
    return { home, away, person };
  }

  test('reads nothing of their other organizations, by a header or by an argument', async () => {
    const { home, away, person } = await inTwo();
    const scope = mcpScopes.join(' ');
    const client = await tokenFor(person, scope, { organization: home.id });
    const choosing = { headers: { 'x-organization-id': away.id } };
    expect((await call(client, 'getOrganization')).text).toContain(home.id);
    for (const name of ['getOrganization', 'me', 'listOrganizations', 'listMembers', 'listAuditLogs']) {
      for (const answer of [await call(client, name, {}, choosing), await call(client, name)])
        expect([name, answer.text.includes(away.id)]).toEqual([name, false]);
    }
    expect((await sendMcp(client, 'tools/list', {}, choosing)).status).toBe(404);
    const argued = await call(client, 'listAuditLogs', { organizationId: away.id });
    expect(argued.text.includes(away.owner.id)).toBe(false);
  });

  test('is not asked for while someone impersonates them', async () => {
    const { person } = await inTwo();
    const admin = await newStaff(service, 'ADMIN');
    expect((await admin.client.post('/api/admin/impersonate', { userId: person.id })).status).toBe(200);
    const resource = `${service.config.baseUrl}/api/mcp`;
    const { query } = await authorize(admin.client, application, { scope: 'profile:read', resource });
    expect(query.code).toBeUndefined();
    const { status, body } = await admin.client.post('/api/oidc/consent', {
      request: query.request ?? 'none',
      decision: 'allow',
    });
    expect([status, body.redirectTo]).toEqual([403, undefined]);
  });

  test('ends at once when they are deactivated, or their application is', async () => {
    const [one, other] = [await newLoner(service), await newLoner(service)];
    const admin = await newStaff(service, 'ADMIN');
    const first = await tokenFor(one, 'profile:read');
    await deactivate(service, one.id);
    expect((await call(first, 'me')).status).toBe(401);
    const own = await newApplication(service);
    const token = await mcpToken(service, own, other, { scope: 'profile:read' });
    const second = mcpByToken(service, token);
    expect((await call(second, 'me')).status).toBe(200);
    await admin.client.patch(`/api/admin/applications/${own.id}`, { enabled: false });
    expect((await call(second, 'me')).status).toBe(401);
  });

  test('lists only tools that only read, and reading changes nothing', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const client = await tokenFor(admin, mcpScopes.join(' '));
    const names = await toolsOf(client);
    expect(names.filter((name) => /^(create|update|delete|set|revoke|remove|change)/.test(name))).toEqual([]);
    for (const name of ['deleteUser', 'setTeamPermissions', 'createKey', 'impersonate'])
      expect((await call(client, name)).body.error.code).toBe(-32602);
  });
});
