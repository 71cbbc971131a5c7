import { connectAgent, saidBy } from '@latchkey/server/testing/agent';
import { started } from '@latchkey/server/testing/lifetime';
import { mcpByToken } from '@latchkey/server/testing/mcp';
import { newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { freePort, startExample } from './example-process.ts';

describe('the MCP server example', () => {
  const service = started(async () => {
    const port = await freePort();
    const env = { BASE_URL: `http://localhost:${port}`, ENABLE_DYNAMIC_CLIENTS: 'true', ENABLE_MCP: 'true' };
    return startService({ port, env });
  });
  const app = started(() =>
    startExample('mcp-server', ['node', 'server.mjs'], { LATCHKEY_URL: service.config.baseUrl }),
  );
  const send = (token?: string, headers = {}) =>
    fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  test("is called by the MCP SDK's client, which finds Latchkey by itself, as the person who allowed it", async () => {
    const [ada, grace] = [await newUser(service), await newUser(service)];
    const one = await connectAgent(ada, `${app.url}/mcp`);
    expect(one.turnedAway).toMatch(/unauthorized/i);
    expect(one.shown).toMatchObject({ resource: `${app.url}/mcp`, application: { selfRegistered: true } });
    const other = await connectAgent(grace, `${app.url}/mcp`);
    expect(JSON.parse(await saidBy(one.client, 'whoami'))).toEqual({ sub: ada.id });
    expect(await saidBy(one.client, 'add_note', { text: 'Water the plants' })).toBe('1');
    expect(await saidBy(one.client, 'list_notes')).toBe('["Water the plants"]');
    // Each person has notes of their own.
    expect(await saidBy(other.client, 'list_notes')).toBe('[]');
    await Promise.all([one.client.close(), other.client.close()]);
  });

  test('says where tokens come from, and takes none that is for another server', async () => {
    const without = await send();
    expect(without.status).toBe(401);
    const where =
      /resource_metadata="([^"]+)"/.exec(without.headers.get('www-authenticate') ?? '')?.[1] ?? '';
    expect(await (await fetch(where)).json()).toMatchObject({
      resource: `${app.url}/mcp`,
      authorization_servers: [service.config.baseUrl],
    });
    const { client, token } = await connectAgent(await newUser(service), `${app.url}/mcp`);
    await client.close();
    expect((await send(token)).status).toBe(200);
    expect((await send(token, { origin: 'https://evil.example' })).status).toBe(403);
    // And Latchkey's own takes none that is for this one.
    const there = await mcpByToken(service, token).post('/api/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
    });
    expect(there.status).toBe(401);
    const other = await startExample('mcp-server', ['node', 'server.mjs'], {
      LATCHKEY_URL: service.config.baseUrl,
    });
    const elsewhere = await connectAgent(await newUser(service), `${other.url}/mcp`);
    await elsewhere.client.close();
    expect((await send(elsewhere.token)).status).toBe(401);
  });
});
