import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { startLoopback } from './provider.ts';

export const githubClient = { id: 'latchkey-at-github', secret: 'github-client-secret-github-client-secret' };

export type GitHubPerson = {
  id: number;
  name?: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
};
type Grant = { person: GitHubPerson; challenge: string; redirectUri: string };

/** As much of GitHub as a sign-in needs, and just as strict: codes work once, with their verifier. */
export async function startGitHub() {
  const people = new Map<string, GitHubPerson>();
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, GitHubPerson>();
  const issued: { access_token: string }[] = [];

  const answers: Record<string, RequestListener> = {
    '/login/oauth/access_token': (request, response) =>
      void formOf(request).then((form) => {
        const grant = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        // Like GitHub, respond to errors with a 200, too.
        if (!grant || !isClient(form) || !fits(grant, form))
          return send(response, { error: 'bad_verification_code' });
        const access_token = `gho_${randomBytes(18).toString('hex')}`;
        tokens.set(access_token, grant.person);
        issued.push({ access_token });
        return send(response, { access_token, token_type: 'bearer', scope: 'read:user,user:email' });
      }),
    '/user': (request, response) => {
      const person = tokens.get(bearerOf(request));
      return person
        ? send(response, { id: person.id, login: 'octo', name: person.name })
        : send(response, {}, 401);
    },
    '/user/emails': (request, response) => {
      const person = tokens.get(bearerOf(request));
      return person ? send(response, person.emails) : send(response, {}, 401);
    },
  };
  const loopback = await startLoopback(() => (request, response) => {
    const answer = answers[new URL(request.url ?? '/', 'http://loopback').pathname];
    return answer ? answer(request, response) : send(response, {}, 404);
  });

  return {
    ...loopback,
    people,
    issued,
    environment: {
      GITHUB_CLIENT_ID: githubClient.id,
      GITHUB_CLIENT_SECRET: githubClient.secret,
      GITHUB_URL: loopback.url,
      GITHUB_API_URL: loopback.url,
    },
    /** Where the browser is sent after someone who is signed in there agrees, or cancels. */
    visit(address: string, login: string | null): URL {
      const { searchParams } = new URL(address);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('iss', `${loopback.url}/login/oauth`);
      if (login === null) {
        back.searchParams.set('error', 'access_denied');
        return back;
      }
      const person = people.get(login);
      if (!person) throw new Error(`no person has the login ${login}`);
      const code = randomBytes(10).toString('hex');
      const challenge = searchParams.get('code_challenge') ?? '';
      codes.set(code, { person, challenge, redirectUri: searchParams.get('redirect_uri') ?? '' });
      back.searchParams.set('code', code);
      return back;
    },
  };
}

function isClient(form: URLSearchParams): boolean {
  return form.get('client_id') === githubClient.id && form.get('client_secret') === githubClient.secret;
}

function fits({ challenge, redirectUri }: Grant, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier') ?? '';
  const hash = createHash('sha256').update(verifier).digest('base64url');
  return hash === challenge && form.get('redirect_uri') === redirectUri;
}

function bearerOf(request: IncomingMessage): string {
  return (request.headers.authorization ?? '').replace(/^Bearer /i, '');
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return new URLSearchParams(text);
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
