import type { Answer, Client } from './client.ts';
import { keyClient, newKey } from './keys.ts';
import { authorize, redeem, type TestApplication } from './oidc.ts';
import type { TestService } from './service.ts';

/** The address that access tokens are for. */
export const mcpResource = (service: TestService) => `${service.config.baseUrl}/api/mcp`;

/** An access token with these scopes, after its person agreed. */
export async function mcpToken(
  service: TestService,
  application: TestApplication,
  person: { client: Client },
  { scope, ...more }: { scope: string } & Record<string, string>,
): Promise<string> {
  const { client } = person;
  const { query } = await authorize(client, application, { scope, resource: mcpResource(service), ...more });
  const { request } = query;
  // Elsewhere, a first-party application needn't ask.
  if (query.code) return (await redeem(service, application, query.code)).body.access_token;
  const { body } = await client.post('/api/oidc/consent', { request, decision: 'allow' });
  const code = new URL(body.redirectTo).searchParams.get('code') ?? '';
  return (await redeem(service, application, code)).body.access_token;
}

export const mcpByKey = async (service: TestService, { client }: { client: Client }): Promise<Client> =>
  keyClient(service, (await newKey(client)).key);

export function mcpByToken(service: TestService, token: string): Client {
  const client = service.client();
  client.bearer = token;
  return client;
}

export const sendMcp = (
  client: Client,
  method: string,
  params: object = {},
  more: object = {},
): Promise<Answer> => client.post('/api/mcp', { jsonrpc: '2.0', id: 1, method, params }, more);

export const callTool = (client: Client, name: string, given: object = {}, more = {}): Promise<Answer> =>
  sendMcp(client, 'tools/call', { name, arguments: given }, more);

export const toolsOf = async (client: Client): Promise<string[]> =>
  (await sendMcp(client, 'tools/list')).body.result.tools.map(({ name }: { name: string }) => name);
