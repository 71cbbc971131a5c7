import { createServer, type Server } from 'node:http';
import { Auth, type AuthConfig, skipCSRFCheck } from '@auth/core';
import { connectAgent, saidBy } from '@latchkey/server/testing/agent';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newApplication } from '@latchkey/server/testing/oidc';
import { newUser, startService } from '@latchkey/server/testing/service';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import express from 'express';
import { auth } from 'express-openid-connect';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Clients we did not write, each set up the way its users do.

const service = started(async () => {
  const port = await freePort();
  const env = { BASE_URL: `http://127.0.0.1:${port}`, ENABLE_DYNAMIC_CLIENTS: 'true' };
  return startService({ port, env });
});
let person: Awaited<ReturnType<typeof newUser>>;
const servers: Server[] = [];
beforeAll(async () => {
  person = await newUser(service, { firstName: 'Ada', lastName: 'Lovelace' });
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** The browser at the provider: signed in, so it is sent back at once. */
async function visit(url: string): Promise<string> {
  const { pathname, search } = new URL(url);
  return (await person.client.get(pathname + search)).headers.get('location') ?? '';
}

/** The browser at an application: keeps the cookies it is given. */
function browser(send: (url: string, init: RequestInit) => Promise<Response>) {
  const jar = new Map<string, string>();
  return async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await send(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
}

test('@auth/core signs a user in, set up as in Next.js and SvelteKit', async () => {
  const origin = 'http://localhost:3999';
  const { clientId, secret = '' } = await newApplication(service, {
    redirectUris: [`${origin}/auth/callback/latchkey`],
  });
  const config: AuthConfig = {
    basePath: '/auth',
    secret: 'a-secret-of-the-application-itself',
    trustHost: true,
    skipCSRFCheck,
    providers: [
      {
        id: 'latchkey',
        name: 'Latchkey',
        type: 'oidc',
        issuer: service.url,
        clientId,
        clientSecret: secret,
        checks: ['pkce', 'state', 'nonce'],
      },
    ],
  };
  const open = browser((url, init) => Auth(new Request(url, init), config) as Promise<Response>);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const away = await open(`${origin}/auth/signin/latchkey`, { method: 'POST', headers: form, body: '' });
  const back = await open(await visit(away.headers.get('location') ?? ''));
  expect(back.headers.get('location')).not.toContain('error');
  const session = await (await open(`${origin}/auth/session`)).json();
  expect(session.user).toMatchObject({ name: 'Ada Lovelace', email: person.email });
});

test('express-openid-connect signs a user in and out', async () => {
  const port = await freePort();
  const baseURL = `http://127.0.0.1:${port}`;
  const { clientId, secret = '' } = await newApplication(service, {
    redirectUris: [`${baseURL}/callback`],
    postLogoutRedirectUris: [baseURL],
  });
  const app = express();
  const authorizationParams = {
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email',
  };
  app.use(
    auth({
      issuerBaseURL: service.url,
      baseURL,
      clientID: clientId,
      clientSecret: secret,
      secret: 'a-secret-of-the-application-itself',
      authRequired: false,
      idpLogout: true,
      authorizationParams,
    }),
  );
  app.get('/me', (request, response) => void response.json(request.oidc.user ?? null));
  servers.push(app.listen(port, '127.0.0.1'));
  const open = browser((url, init) => fetch(url, init));
  const away = await open(`${baseURL}/login`);
  const back = await open(await visit(away.headers.get('location') ?? ''));
  expect(back.status).toBe(302);
  expect(await (await open(`${baseURL}/me`)).json()).toMatchObject({ sub: person.id, email: person.email });
  const leaving = await open(`${baseURL}/logout`);
  expect(await visit(leaving.headers.get('location') ?? '')).toMatch(new RegExp(`^${baseURL}/?$`));
  expect((await person.client.get('/api/auth/me')).status).toBe(401);
  person = await newUser(service);
});

/** An MCP server that trusts Latchkey: it says so, and accepts only tokens for itself. */
async function startMcpServer() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/mcp`;
  const keys = createRemoteJWKSet(new URL(`${service.url}/api/oidc/jwks`));
  const metadataUrl = `http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp`;
  const app = express();
  app.use(express.json());
  app.get('/.well-known/oauth-protected-resource/mcp', (_request, response) => {
    response.json({ resource: url, authorization_servers: [service.url], scopes_supported: ['openid'] });
  });
  app.all('/mcp', async (request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const verified = await jwtVerify(token, keys, {
      issuer: service.url,
      audience: url,
      typ: 'at+jwt',
    }).catch(() => undefined);
    if (!verified) {
      response.header('WWW-Authenticate', `Bearer resource_metadata="${metadataUrl}"`).status(401).end();
      return;
    }
    const server = new McpServer({ name: 'test', version: '1.0.0' });
    server.registerTool('whoami', {}, () => ({
      content: [{ type: 'text', text: String(verified.payload.sub) }],
    }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined as never });
    await server.connect(transport as Transport);
    await transport.handleRequest(request, response, request.body);
  });
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return url;
}

test("the MCP SDK's client registers itself, asks for consent and calls a server that trusts Latchkey", async () => {
  const url = await startMcpServer();
  const { client, turnedAway, shown } = await connectAgent(person, url);
  expect(turnedAway).toMatch(/unauthorized/i);
  expect(shown.application.selfRegistered).toBe(true);
  expect(await saidBy(client, 'whoami')).toBe(person.id);
  await client.close();
});
