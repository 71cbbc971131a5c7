import { originOf, pathOf, portOf } from './redirect-uri.ts';

export const express = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `// server.mjs: npm install express express-openid-connect
// CLIENT_SECRET=… COOKIE_SECRET=$(openssl rand -hex 32) node server.mjs
// Redirect URI: ${redirectUri}
// Post-logout redirect URI: ${originOf(redirectUri)}
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

export const next = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `// auth.js: npm install next-auth@^5.0.0-beta.30
// CLIENT_SECRET=… AUTH_SECRET=$(openssl rand -hex 32) AUTH_TRUST_HOST=true npx next dev
// Redirect URI: ${originOf(redirectUri)}/api/auth/callback/latchkey
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

// app/api/auth/[...nextauth]/route.js
import { handlers } from '../../../../auth.js';

export const { GET, POST } = handlers;

// app/page.jsx: signOut ends the session of your app, and leaves the one of Latchkey
import { auth, signIn, signOut } from '../auth.js';

async function toLatchkey() {
  'use server';
  await signIn('latchkey');
}

async function away() {
  'use server';
  await signOut();
}

export default async function Page() {
  const session = await auth();
  return (
    <form action={session ? away : toLatchkey}>
      {session && <h1>{\`Hello \${session.user.email}\`}</h1>}
      <button type="submit">{session ? 'Sign out' : 'Sign in'}</button>
    </form>
  );
}`;

export const spa = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `// main.js, a module of your page: npm install oidc-client-ts
// Redirect URI: ${redirectUri}
// Post-logout redirect URI: ${originOf(redirectUri)}/
import { UserManager } from 'oidc-client-ts';

const people = new UserManager({
  authority: '${issuer}',
  client_id: '${clientId}',
  redirect_uri: '${redirectUri}',
  post_logout_redirect_uri: '${originOf(redirectUri)}/',
  scope: 'openid profile email',
});

// Back from Latchkey, or signed in from before.
const isBack = location.pathname === '${pathOf(redirectUri)}';
const user = isBack ? await people.signinRedirectCallback() : await people.getUser();
if (isBack) history.replaceState({}, '', '/');

const isIn = user && !user.expired;
const button = document.createElement('button');
button.textContent = isIn ? \`Sign out \${user.profile.email}\` : 'Sign in';
button.onclick = () => (isIn ? people.signoutRedirect() : people.signinRedirect());
document.body.append(button);`;
