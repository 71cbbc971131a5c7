import type { Application } from '@latchkey/contract';
import type { Snippet } from '../ui/snippet-tabs.tsx';
import { express, next, spa } from './javascript-snippets.ts';
import { hasSecret } from './kinds.ts';
import { python, spring } from './other-snippets.ts';

type Known = { issuer: string; application: Pick<Application, 'kind' | 'clientId' | 'redirectUris'> };

/** Code to paste into an application that signs people in here. The secret comes from its environment. */
export function snippetsFor({ issuer, application }: Known): readonly [Snippet, ...Snippet[]] {
  const { kind, clientId, redirectUris } = application;
  const redirectUri = redirectUris[0] ?? 'https://app.example.com/callback';
  const forServers = (code: string, comment = '//') =>
    hasSecret(kind)
      ? code
      : `${comment} Register it as a Web application: this application has no secret.\n${code}`;
  const forPages = (code: string) =>
    hasSecret(kind) ? `// Register it as a Single-page app: this application has a secret.\n${code}` : code;
  return [
    { language: 'Express', code: forServers(express(issuer, clientId, redirectUri)) },
    { language: 'Next.js', code: forServers(next(issuer, clientId, redirectUri)) },
    { language: 'Single-page app', code: forPages(spa(issuer, clientId, redirectUri)) },
    { language: 'Spring Boot', code: forServers(spring(issuer, clientId, redirectUri), '#') },
    { language: 'Python', code: forServers(python(issuer, clientId, redirectUri), '#') },
  ];
}
