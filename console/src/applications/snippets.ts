import type { Application } from '@latchkey/contract';
import type { Snippet } from '../ui/snippet-tabs.tsx';

type Known = { issuer: string; application: Application };

/** What to paste into an application that signs people in here. The secret comes from its environment. */
export function snippetsFor({ issuer, application }: Known): readonly [Snippet, ...Snippet[]] {
  const { clientId, redirectUris } = application;
  const redirectUri = redirectUris[0] ?? 'https://app.example.com/callback';
  return [
    { language: 'Express', code: express(issuer, clientId, redirectUri) },
    { language: 'Next.js', code: next(issuer, clientId) },
    { language: 'Single-page app', code: spa(issuer, clientId, redirectUri) },
    { language: 'Spring Boot', code: spring(issuer, clientId) },
    { language: 'Python', code: python(issuer, clientId) },
  ];
}

const express = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `// npm install express-openid-connect
import { auth } from 'express-openid-connect';

app.use(auth({
  issuerBaseURL: '${issuer}',
  clientID: '${clientId}',
  clientSecret: process.env.CLIENT_SECRET,
  baseURL: '${originOf(redirectUri)}',
  routes: { callback: '${pathOf(redirectUri)}' },
  secret: process.env.COOKIE_SECRET, // 32 random characters or more
  authorizationParams: { response_type: 'code', scope: 'openid profile email' },
}));
// request.oidc.user is who signed in`;

const next = (issuer: string, clientId: string) => `// npm install next-auth@beta
// Redirect URI: https://<your app>/api/auth/callback/latchkey
import NextAuth from 'next-auth';

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [{
    id: 'latchkey', name: 'Latchkey', type: 'oidc',
    issuer: '${issuer}',
    clientId: '${clientId}',
    clientSecret: process.env.CLIENT_SECRET,
    checks: ['pkce', 'state', 'nonce'],
  }],
});`;

const spa = (issuer: string, clientId: string, redirectUri: string) => `// npm install oidc-client-ts
import { UserManager } from 'oidc-client-ts';

const people = new UserManager({
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirectUri}',
  scope: 'openid profile email',
});
await people.signinRedirect();                        // from your button
const user = await people.signinRedirectCallback();   // on the redirect URI`;

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
oauth = OAuth(app)  # Flask; Starlette and Django work alike
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
const pathOf = (uri: string) => parsed(uri)?.pathname ?? '/callback';
