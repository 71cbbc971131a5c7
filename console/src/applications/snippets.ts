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
    { language: 'Next.js', code: forServers(next(issuer, clientId, redirectUri)) },
    { language: 'Single-page app', code: forPages(spa(issuer, clientId, redirectUri)) },
    { language: 'Spring Boot', code: forServers(spring(issuer, clientId, redirectUri), '#') },
    { language: 'Python', code: forServers(python(issuer, clientId, redirectUri), '#') },
  ];
}

const express = (
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

const next = (
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

const spa = (
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

const spring = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `# src/main/resources/application.yml, with spring-boot-starter-web and spring-boot-starter-oauth2-client
# CLIENT_SECRET=… ./mvnw spring-boot:run
# Redirect URI: ${originOf(redirectUri)}/login/oauth2/code/latchkey
# Post-logout redirect URI: ${originOf(redirectUri)}
server.port: ${portOf(redirectUri)}
spring.security.oauth2.client:
  registration.latchkey:
    client-id: ${clientId}
    client-secret: \${CLIENT_SECRET}
    scope: openid, profile, email
  provider.latchkey:
    issuer-uri: ${issuer}

// src/main/java/com/example/App.java
package com.example;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class App {
  public static void main(String[] args) {
    SpringApplication.run(App.class, args);
  }

  // Whoever gets here has signed in. /logout signs them out, of Latchkey too.
  @GetMapping("/")
  Map<String, Object> home(@AuthenticationPrincipal OidcUser user) {
    return user.getClaims();
  }

  @Bean
  SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    var goodbye = new OidcClientInitiatedLogoutSuccessHandler(clients);
    goodbye.setPostLogoutRedirectUri("{baseUrl}");
    return http.authorizeHttpRequests(any -> any.anyRequest().authenticated())
        .oauth2Login(login -> login.authorizationEndpoint(at -> at.authorizationRequestResolver(requests)))
        .logout(logout -> logout.logoutSuccessHandler(goodbye))
        .build();
  }
}`;

const python = (
  issuer: string,
  clientId: string,
  redirectUri: string,
) => `# app.py: pip install authlib flask requests
# CLIENT_SECRET=… COOKIE_SECRET=$(openssl rand -hex 32) flask run --port ${portOf(redirectUri)}
# Redirect URI: ${redirectUri}
# Post-logout redirect URI: ${originOf(redirectUri)}/
import os
from urllib.parse import urlencode

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session

app = Flask(__name__)
app.secret_key = os.environ["COOKIE_SECRET"]
oauth = OAuth(app)
oauth.register(
    "latchkey",
    server_metadata_url="${issuer}/.well-known/openid-configuration",
    client_id="${clientId}",
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)


@app.get("/")
def home():
    if "user" not in session:
        return oauth.latchkey.authorize_redirect("${redirectUri}")
    return session["user"]


@app.get("${pathOf(redirectUri)}")
def callback():
    token = oauth.latchkey.authorize_access_token()
    session["user"] = token["userinfo"]
    session["id_token"] = token["id_token"]
    return redirect("/")


@app.get("/logout")  # of Latchkey too
def logout():
    hint = session.get("id_token")
    session.clear()
    end = oauth.latchkey.load_server_metadata()["end_session_endpoint"]
    query = {"id_token_hint": hint, "post_logout_redirect_uri": "${originOf(redirectUri)}/"}
    return redirect(f"{end}?{urlencode(query)}")`;

const parsed = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined);
const originOf = (uri: string) => parsed(uri)?.origin ?? 'https://app.example.com';
/** Of an address on this computer; elsewhere a proxy knows it. */
const portOf = (uri: string) => parsed(uri)?.port || '4200';
const pathOf = (uri: string) => parsed(uri)?.pathname ?? '/callback';
