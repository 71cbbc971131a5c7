import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { snippetsFor } from '../console/src/applications/snippets.ts';

const read = (file: string) => readFileSync(new URL(`../examples/${file}`, import.meta.url), 'utf8');
const snippetIn = (language: string, kind: 'web' | 'spa') => {
  const application = { kind, clientId: 'the-client', redirectUris: ['http://localhost:4200/callback'] };
  const snippets = snippetsFor({ issuer: 'http://issuer.test', application });
  return snippets.find((each) => each.language === language)?.code ?? '';
};
/** Without comments, and with each value replaced by the name the example uses for it. */
const plain = (code: string, values: Record<string, string>) =>
  Object.entries(values)
    .reduce((text, [value, name]) => text.replaceAll(value, name), code)
    .split('\n')
    .filter((line) => !line.startsWith('//'))
    .join('\n')
    .trim();

test('the Express snippet matches the example, except for values the example reads from its environment', () => {
  const code = plain(snippetIn('Express', 'web'), {
    "'http://issuer.test'": 'ISSUER',
    "'the-client'": 'CLIENT_ID',
    "'http://localhost:4200'": `\`http://localhost:\${PORT}\``,
    '{ CLIENT_SECRET': '{ ISSUER, CLIENT_ID, CLIENT_SECRET',
  });
  expect(code).toBe(plain(read('oidc-express/server.mjs'), {}));
});

test('the Next.js snippet matches the example, except for values the example reads from its environment', () => {
  const code = plain(snippetIn('Next.js', 'web'), {
    "'http://issuer.test'": 'process.env.ISSUER',
    "'the-client'": 'process.env.CLIENT_ID',
  });
  const parts = code.split(/(?<=\n)\n(?=import \{ (?:handlers|auth))/).map((part) => part.trim());
  const files = ['auth.js', 'app/api/auth/[...nextauth]/route.js', 'app/page.jsx'];
  expect(parts).toEqual(files.map((file) => read(`oidc-next/${file}`).trim()));
});

test('the single-page app example contains the import and setup from the snippet', () => {
  const [imported = '', made = ''] = plain(snippetIn('Single-page app', 'spa'), {
    "'http://issuer.test'": 'issuer',
    "'the-client'": 'clientId',
    "'http://localhost:4200/callback'": 'redirectUri',
    "'http://localhost:4200/'": `\`\${location.origin}/\``,
  }).split('\n\n');
  for (const part of [imported, made]) expect(read('oidc-spa/main.js')).toContain(part);
});

test('each snippet names the URIs to register', () => {
  const addresses: Record<string, string[]> = {
    Express: ['http://localhost:4200/callback', 'http://localhost:4200'],
    'Next.js': ['http://localhost:4200/api/auth/callback/latchkey'],
    'Single-page app': ['http://localhost:4200/callback', 'http://localhost:4200/'],
    'Spring Boot': ['http://localhost:4200/login/oauth2/code/latchkey', 'http://localhost:4200'],
    Python: ['http://localhost:4200/callback', 'http://localhost:4200/'],
  };
  for (const [language, [redirect, afterLogout]] of Object.entries(addresses)) {
    const code = snippetIn(language, language === 'Single-page app' ? 'spa' : 'web');
    expect(code).toMatch(new RegExp(`^(//|#) Redirect URI: ${redirect}$`, 'm'));
    if (afterLogout)
      expect(code).toMatch(new RegExp(`^(//|#) Post-logout redirect URI: ${afterLogout}$`, 'm'));
  }
});

test('a snippet says when the application must be registered as another kind', () => {
  expect(snippetIn('Single-page app', 'web')).toMatch(/^\/\/ Register it as a Single-page app/);
  for (const language of ['Express', 'Next.js', 'Spring Boot', 'Python'])
    expect(snippetIn(language, 'spa')).toMatch(/^(\/\/|#) Register it as a Web application/);
});
