import { type Endpoint, mcpScopes } from '@latchkey/contract';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { type Actor, actors, createCast } from '@latchkey/server/testing/matrix/actors';
import { fill, type RouteName, routes, type Whose } from '@latchkey/server/testing/matrix/requests';
import { callTool, mcpByKey, mcpByToken, mcpToken, toolsOf } from '@latchkey/server/testing/mcp';
import { newApplication, type TestApplication } from '@latchkey/server/testing/oidc';
import { startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';

/*
 * Every GET route, with the arguments that its path and query take, for things of their own, of others, and of none:
 * over MCP, by a key and by a token with every scope, the outcome is that of the same person's read-only key over HTTP.
 */

const service = started(() => startService({ env: { ENABLE_MCP: 'true' } }));
const standing = createCast(service);
let application: TestApplication;
beforeAll(async () => {
  application = await newApplication(service);
});

const named = ['USER', 'MODERATOR', 'ADMIN', 'MEMBER', 'organization ADMIN', 'OWNER'];
const cast = actors.filter(({ name }) => named.includes(name));
const reads = routes.filter(([, { method, path }]) => method === 'GET' && path.startsWith('/api/'));

/** What the tool takes for this address. */
function argumentsOf({ path: pattern }: Endpoint, address: string): Record<string, unknown> {
  const { pathname, searchParams } = new URL(address, 'http://latchkey.test');
  const parts = pathname.split('/');
  const inPath = pattern
    .split('/')
    .flatMap((part, at): [string, unknown][] => (part.startsWith(':') ? [[part.slice(1), parts[at]]] : []));
  return Object.fromEntries([...inPath, ...searchParams]);
}

const overHttp = ({ status, body }: Answer) => (status >= 400 ? `${status} ${body?.error?.code}` : 'read');
function overMcp({ status, body }: Answer): string {
  if (status === 403 && body.error === 'insufficient_scope') return 'no scope';
  if (body.error) return 'no tool';
  const { isError, structuredContent } = body.result;
  return isError ? structuredContent.error.code : 'read';
}

async function callersFor(actor: Actor) {
  const presence = await standing(actor);
  const key = await mcpByKey(service, presence);
  const scope = ['openid', ...mcpScopes].join(' ');
  const token = mcpByToken(service, await mcpToken(service, application, presence, { scope }));
  return { presence, key, token };
}

async function compare(
  [name, route]: [RouteName, Endpoint],
  whose: Whose,
  { presence, key, token }: Awaited<ReturnType<typeof callersFor>>,
) {
  const { path } = await fill(name, route, { service, caller: presence, whose });
  const given = argumentsOf(route, path);
  const by = async (client: Client) => overMcp(await callTool(client, name, given));
  const outcomes = { http: overHttp(await key.get(path)), key: await by(key), token: await by(token) };
  return { ...outcomes, isTool: outcomes.key !== 'no tool' };
}

describe.each(cast.map((actor) => [actor.name, actor] as const))('the tools of %s', (_name, actor) => {
  test.each(['own', 'foreign', 'unknown'] as const)(
    'answer as their route does to a key, about %s things',
    async (whose) => {
      const callers = await callersFor(actor);
      const open = { key: await toolsOf(callers.key), token: await toolsOf(callers.token) };
      const wrong: unknown[] = [];
      let [compared, withParameters] = [0, 0];
      for (const [name, route] of reads) {
        const { http, key, token, isTool } = await compare([name, route], whose, callers);
        if (!isTool) {
          if (token !== 'no tool' || open.key.includes(name)) wrong.push({ name, http, key, token });
          continue;
        }
        compared++;
        if (route.path.includes(':')) withParameters++;
        const code = http === 'read' ? 'read' : http.split(' ')[1];
        // A permission that no token has is one that changes something.
        const byToken = token === 'no scope' && !open.token.includes(name) ? code : token;
        if (key !== code || byToken !== code) wrong.push({ name, http, key, token });
        if (http === '403 PERMISSION_DENIED' && (open.key.includes(name) || open.token.includes(name)))
          wrong.push({ name, listed: true, http });
        if (token === 'read' && !open.token.includes(name)) wrong.push({ name, listed: false, token });
      }
      expect(wrong).toEqual([]);
      expect(compared).toBeGreaterThan(40);
      expect(withParameters).toBeGreaterThan(10);
    },
  );
});
