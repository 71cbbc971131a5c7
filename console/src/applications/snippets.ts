import type { Application } from '@latchkey/contract';
import type { Snippet } from '../ui/snippet-tabs.tsx';
import { hasSecret, kindLabel } from './kinds.ts';

type Known = { issuer: string; application: Pick<Application, 'kind' | 'clientId' | 'redirectUris'> };

/** What to paste into an application that signs people in here. The secret comes from its environment. */
export function snippetsFor({ issuer, application }: Known): readonly [Snippet, ...Snippet[]] {
  const { kind, clientId, redirectUris } = application;
  const redirectUri = redirectUris[0] ?? 'https://app.example.com/callback';
  const forServers = (code: string, comment = '//') =>
    hasSecret(kind)
      ? code
      : `${comment} Register it as a ${kindLabel('web')}: this application has no secret.\n${code}`;
  const forPages = (code: string) =>
    hasSecret(kind)
      ? `// Register it as a ${kindLabel('spa')}: this application has a secret.\n${code}`
      : code;
  return [
    { language: 'Express', code: forServers(express(issuer, clientId, redirectUri)) },
    { language: 'Next.js', code: forServers(next(issuer, clientId)) },
    { language: 'Single-page app', code: forPages(spa(issuer, clientId, redirectUri)) },
    { language: 'Spring Boot', code: forServers(spring(issuer, clientId), '#') },
    { language: 'Python', code: forServers(python(issuer, clientId), '#') },
  ];
}

const express = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `// server.mjs: npm install express express-openid-connect
// CLIENT_SECRET=… COOKIE_SECRET=$(openssl rand -hex 32) node server.mjs
import express from 'express';
import { auth } from 'express-openid-connect';

const { CLIENT_SECRET, COOKIE_SECRET, PORT = '${portOf(redirectUri)}' } = process.env;
const app = express();

app.use(
  auth({
    issuerBaseURL: '${issuer}',
    clientID: '${clientId}',
    clientSecret: CLIENT_SECRET,
    baseURL: '${originOf(redirectUri)}',
    routes: { callback: '${pathOf(redirectUri)}' },
    secret: COOKIE_SECRET,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: 'openid profile email' },
  }),
);

// Anyone who gets here is signed in. /logout signs them out of Latchkey, too.
app.get('/', (request, response) => {
  response.json(request.oidc.user);
});

app.listen(Number(PORT));`;

const next = (issuer: string, clientId: string) => `// auth.js: npm install next-auth@^5.0.0-beta.30
// Redirect URI: https://<your app>/api/auth/callback/latchkey
import NextAuth from 'next-auth';

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: 'latchkey',
      name: 'Latchkey',
      type: 'oidc',
      issuer: '${issuer}',
      clientId: '${clientId}',
      clientSecret: process.env.CLIENT_SECRET,
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
});
// app/api/auth/[...nextauth]/route.js: export const { GET, POST } = handlers;`;

const spa = (issuer: string, clientId: string, redirectUri: string) => `// npm install oidc-client-ts
import { UserManager } from 'oidc-client-ts';

const people = new UserManager({
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirectUri}',
  post_logout_redirect_uri: '${originOf(redirectUri)}/',
  scope: 'openid profile email',
});
await people.signinRedirect(); // from your button
const user = await people.signinRedirectCallback(); // on the redirect URI`;

const spring = (
  issuer: string,
  clientId: string,
) => `# application.yml, with spring-boot-starter-oauth2-client
# Redirect URI: https://<your app>/login/oauth2/code/latchkey
spring.security.oauth2.client:
  registration.latchkey:
    client-id: ${clientId}
    client-secret: \${CLIENT_SECRET}
    scope: openid, profile, email
  provider.latchkey:
    issuer-uri: ${issuer}`;

const python = (issuer: string, clientId: string) => `# pip install authlib
oauth = OAuth(app)  # Flask; Starlette and Django work the same way
oauth.register(
    "latchkey",
    server_metadata_url="${issuer}/.well-known/openid-configuration",
    client_id="${clientId}",
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)
# oauth.latchkey.authorize_redirect(url), then oauth.latchkey.authorize_access_token()`;

const parsed = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined);
const originOf = (uri: string) => parsed(uri)?.origin ?? 'https://app.example.com';
/** Of an address on this computer; elsewhere a proxy knows it. */
const portOf = (uri: string) => parsed(uri)?.port || '4200';
const pathOf = (uri: string) => parsed(uri)?.pathname ?? '/callback';
