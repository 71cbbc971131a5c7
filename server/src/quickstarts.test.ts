import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication } from '@latchkey/server/testing/oidc';
import { newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

/* `npm run lab -- quickstarts` follows these pages. What they name is held here against what the service says of itself. */

const folder = new URL('../../docs/quickstarts/', import.meta.url);
const pages = readdirSync(folder).map((file) => ({
  name: file.replace('.md', ''),
  text: readFileSync(new URL(file, folder), 'utf8'),
}));
const byProtocol = pages.filter(({ text }) => text.includes('](../oidc.md)'));

const service = started(startService);
const discovery = async (): Promise<Record<string, string[]>> =>
  (await service.client().get('/.well-known/openid-configuration')).body;

test('there is a page for each, and the map names it', () => {
  const names =
    'astro django dotnet expo express fastapi fastify go hono nest next nuxt php react-router ruby spring sveltekit vite';
  expect(pages.map(({ name }) => name).toSorted()).toEqual(names.split(' '));
  expect(byProtocol.map(({ name }) => name).toSorted()).toEqual(
    'django dotnet expo fastapi go php ruby spring'.split(' '),
  );
});

describe.each(byProtocol)('the page $name', ({ text }) => {
  test('asks for what the discovery document offers, and registers the address that it uses', async () => {
    const offered = await discovery();
    expect(text).toMatch(/openid/i);
    for (const scope of ['openid', 'profile', 'email']) expect(offered.scopes_supported).toContain(scope);
    const methods = text.match(/client_secret_(basic|post|jwt)|private_key_jwt/g) ?? [];
    for (const method of methods) expect(offered.token_endpoint_auth_methods_supported).toContain(method);
    const endpoints = text.match(/\b\w+_endpoint\b/g) ?? [];
    for (const endpoint of endpoints) expect(offered).toHaveProperty(endpoint);
    for (const [, mode] of text.matchAll(/ResponseMode = "(\w+)"/g))
      expect(offered.response_modes_supported).toContain(mode);
    expect(offered.code_challenge_methods_supported).toContain('S256');
    expect(text).toMatch(/S256|pkce/i);
    const [, address = ''] = /--redirect-uri (\S+)/.exec(text) ?? [];
    const made = await newApplication(service, {
      kind: text.includes('--kind native') ? 'native' : 'web',
      redirectUris: [address],
    });
    const challenge = createHash('sha256').update(randomBytes(8)).digest('base64url');
    const query = `client_id=${made.clientId}&redirect_uri=${encodeURIComponent(address)}&response_type=code&scope=openid&state=s&code_challenge=${challenge}&code_challenge_method=S256`;
    const { client } = await newUser(service);
    const answer = await client.get(`/api/oidc/authorize?${query}`);
    expect(answer.headers.get('location')).toMatch(`${address}?code=`);
  });
});

test('the requests of the page expo sign in by a scheme of its own, and renew without the person', async () => {
  const page = pages.find(({ name }) => name === 'expo')?.text ?? '';
  const [, redirectUri = ''] = /const redirectUri = '(.+)'/.exec(page) ?? [];
  const [, names = ''] = /const scopes = \[(.+)\]/.exec(page) ?? [];
  const scope = names.replaceAll(/[',]/g, '').trim();
  const { clientId } = await newApplication(service, { kind: 'native', redirectUris: [redirectUri] });
  const verifier = randomBytes(32).toString('base64url');
  const given = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: 'a-state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const { client, email } = await newUser(service);
  const sent = await client.get(`/api/oidc/authorize?${new URLSearchParams(given)}`);
  const back = new URL(sent.headers.get('location') ?? '');
  expect(back.protocol).toBe('com.example.mine:');
  const code = back.searchParams.get('code') ?? '';
  const ask = (form: Record<string, string>) =>
    fetch(`${service.url}/api/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: clientId, ...form }),
    });
  const redeemed = await ask({
    ...{ grant_type: 'authorization_code', code, redirect_uri: redirectUri },
    code_verifier: verifier,
  });
  expect(redeemed.status).toBe(200);
  const tokens = (await redeemed.json()) as { access_token: string; refresh_token: string };
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const person = await fetch(`${service.url}/api/oidc/userinfo`, { headers });
  expect(await person.json()).toMatchObject({ email });
  const renewed = await ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
  expect(await renewed.json()).toHaveProperty('access_token');
});

test('what nothing here can start says so', () => {
  const said = pages.filter(({ text }) => text.includes('**Not run here**')).map(({ name }) => name);
  expect(said.toSorted()).toEqual(['dotnet', 'spring']);
});
