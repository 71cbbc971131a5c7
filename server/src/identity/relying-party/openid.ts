import * as client from 'openid-client';

type Server = {
  issuer: string;
  clientId?: string;
  authenticate?: client.ClientAuth;
  fetch: client.CustomFetch;
};

/** Discovers exactly this issuer. Throws if it doesn't answer, or describes another. */
export function discover({
  issuer,
  clientId = 'none',
  authenticate = client.None(),
  fetch,
}: Server): Promise<client.Configuration> {
  return client.discovery(new URL(issuer), clientId, undefined, authenticate, {
    [client.customFetch]: fetch,
    execute: strictly(issuer),
  });
}

/** A provider that was discovered before, as the client of this connection. */
export function openDiscovered(
  metadata: client.ServerMetadata,
  { issuer, clientId, authenticate, fetch }: Required<Server>,
): client.Configuration {
  const server = new client.Configuration(metadata, clientId, undefined, authenticate);
  server[client.customFetch] = fetch;
  for (const rule of strictly(issuer)) rule(server);
  return server;
}

/** TLS would vouch for the token endpoint; the signature vouches for the token itself. */
const strictly = (issuer: string) => [
  client.enableNonRepudiationChecks,
  ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
];

/** What a browser that comes back must bring: what it was given when it left. */
export type Expected = { state: string; nonce: string; codeVerifier: string };
export type TokenResponse = client.TokenEndpointResponse & client.TokenEndpointResponseHelpers;

/** Trades the code in this address for tokens. Throws if anything doesn't verify. */
export function exchangeCode(
  server: client.Configuration,
  address: URL,
  { state, nonce, codeVerifier }: Expected,
): Promise<TokenResponse> {
  return client.authorizationCodeGrant(server, address, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
}

export function idTokenOf(response: TokenResponse): client.IDToken {
  const idToken = response.claims();
  if (!idToken) throw new Error('there is no ID token');
  return idToken;
}
