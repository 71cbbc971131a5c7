import { spawnSync } from 'node:child_process';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newApplication } from '@latchkey/server/testing/oidc';
import { newUser, password } from '@latchkey/server/testing/service';
import { afterAll, describe, expect, test } from 'vitest';
import { blocksOf } from '../../e2e/guide-blocks.ts';
import { createReport } from '../report.ts';
import { answering, filesOf, run, startHere } from './running.ts';
import { Visitor } from './visitor.ts';

/* The pages in docs/quickstarts for other languages, followed with what Debian packages. */

const debianPath = { PATH: `/usr/bin:${process.env.PATH}` };

/** What shows that all is installed, how to install it, and what differs from the page. */
type Client = {
  needs: string;
  apt: string;
  env?: Record<string, string>;
  change?: (text: string) => string;
  requirePkce?: boolean;
};
const clients: Record<string, Client> = {
  fastapi: {
    needs: 'python3 -c "import fastapi, uvicorn, authlib, httpx, itsdangerous"',
    apt: 'python3-fastapi python3-uvicorn python3-authlib python3-httpx python3-itsdangerous',
  },
  django: {
    needs: 'python3 -c "import django, authlib, requests"',
    apt: 'python3-django python3-authlib python3-requests',
  },
  go: {
    needs: 'test -d /usr/share/gocode/src/github.com/coreos/go-oidc && go version',
    apt: 'golang-go golang-github-coreos-go-oidc-dev golang-golang-x-oauth2-dev',
    env: { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: '/tmp/latchkey-go-cache' },
    // Debian's version has no number in its path yet.
    change: (text) => text.replace('go-oidc/v3/oidc', 'go-oidc'),
  },
  php: { needs: 'php -r "exit(extension_loaded(\'curl\') ? 0 : 1);"', apt: 'php-cli php-curl' },
  ruby: {
    needs: "ruby -e \"require 'sinatra/base'; require 'omniauth_openid_connect'\"",
    apt: 'ruby-sinatra puma ruby-omniauth-openid-connect',
    // Debian's version is older than its option for it, and always sends a nonce.
    requirePkce: false,
  },
};

const report = createReport('quickstarts', ['page', 'started and signed in', 'seconds']);
afterAll(() => report.write());

const service = started(startHere);
const isThere = (needs: string) =>
  spawnSync('bash', ['-c', needs], { env: { ...process.env, ...debianPath } }).status === 0;

describe.each(Object.entries(clients))(
  'the page %s',
  (page, { needs, apt, env, change, requirePkce = true }) => {
    const ready = isThere(needs);
    if (!ready) console.log(`Skipped: ${page}. In Debian: apt-get install ${apt}`);

    test.skipIf(!ready)('signs a person in, and refuses the code of someone else', async () => {
      const port = await freePort();
      const at = `http://localhost:${port}`;
      const redirectUris = [`${at}/callback`];
      const { clientId, secret = '' } = await newApplication(service, { redirectUris, requirePkce });
      const command = blocksOf(page, 'quickstarts').findLast(({ kind }) => kind === 'console')?.text ?? '';
      const start = Date.now();
      const app = run(command.trim().replace('5000', String(port)), await filesOf(page, change), {
        ...debianPath,
        ...env,
        ISSUER: service.address,
        CLIENT_ID: clientId,
        CLIENT_SECRET: secret,
        PORT: String(port),
        COOKIE_SECRET: 'a'.repeat(8) + crypto.randomUUID().repeat(2),
      });
      await answering(at, app);

      const { email } = await newUser(service);
      const visitor = new Visitor();
      let shown = await visitor.visit(`${at}/`);
      if (shown.text.includes('<form method="post"')) shown = await visitor.submit(shown);
      expect(shown.url, app.said()).toContain(`${service.address}/login?returnTo=`);
      const home = await visitor.signIn(shown.url, { email, password });
      expect({ url: home.url, status: home.status }, `${home.text}\n${app.said()}`).toEqual({
        url: `${at}/`,
        status: 200,
      });
      expect(JSON.parse(home.text)).toEqual({ email });
      report.add([page, 'yes', ((Date.now() - start) / 1000).toFixed(1)]);

      const stranger = new Visitor();
      await stranger.visit(`${at}/callback?code=stolen&state=guessed`);
      expect((await stranger.visit(`${at}/`)).text).not.toContain('"email"');
    });
  },
);
