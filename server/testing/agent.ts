import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Client } from './client.ts';

type Kept = {
  client?: never;
  tokens?: { access_token: string };
  verifier?: string;
  sentTo?: URL;
};

/** What an agent keeps while it signs in. */
function agentState() {
  const kept: Kept = {};
  const provider: OAuthClientProvider = {
    redirectUrl: 'http://127.0.0.1:33418/callback',
    clientMetadata: {
      client_name: 'Agent',
      redirect_uris: ['http://127.0.0.1:33418/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(kept, { sentTo: url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? '',
  };
  return { kept, provider };
}

/**
 * The MCP SDK's own client at a server that trusts Latchkey: turned away first, it finds Latchkey, registers itself, and is
 * allowed by this person, who is asked.
 */
export async function connectAgent(person: { client: Client }, url: string) {
  const { kept, provider } = agentState();
  const open = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  const connect = async (transport: StreamableHTTPClientTransport) => {
    const client = new McpClient({ name: 'agent', version: '1.0.0' });
    await client.connect(transport as Transport);
    return client;
  };
  const first = open();
  const turnedAway = await connect(first).then(
    () => '',
    (error: unknown) => String(error),
  );
  const { pathname, search } = new URL(String(kept.sentTo));
  const asked = (await person.client.get(pathname + search)).headers.get('location') ?? '';
  const request = new URL(asked).searchParams.get('request');
  const shown = (await person.client.get(`/api/oidc/consent?request=${encodeURIComponent(request ?? '')}`))
    .body;
  const decided = await person.client.post('/api/oidc/consent', { request, decision: 'allow' });
  await first.finishAuth(new URL(decided.body.redirectTo).searchParams.get('code') ?? '');
  return { client: await connect(open()), turnedAway, shown, token: kept.tokens?.access_token ?? '' };
}

/** What a tool said, which is one text. */
export async function saidBy(client: McpClient, name: string, given: Record<string, unknown> = {}) {
  const { content } = await client.callTool({ name, arguments: given });
  return (content as { text: string }[])[0]?.text ?? '';
}
