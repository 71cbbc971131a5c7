// `npm run lab -- next`: installs Next.js in its examples, starts them beside a fresh Latchkey, and checks their pages.
// Not part of `npm test`, because Next.js is larger than everything else together.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const folder = join(root, 'examples/next');
const oidcFolder = join(root, 'examples/oidc-next');
const command = join(root, 'server/bin/latchkey.js');
const data = mkdtempSync(join(tmpdir(), 'latchkey-next-'));
const [latchkey, app, oidcApp] = ['http://localhost:3900', 'http://localhost:4180', 'http://localhost:4181'];

const start = (command, args, env, cwd = folder) =>
  spawn(command, args, { cwd, stdio: 'inherit', detached: true, env: { ...process.env, ...env } });
const end = (child) => new Promise((ended) => child.on('exit', ended));

async function until(url) {
  for (let second = 0; second < 120; second++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return answer;
    await new Promise((passed) => setTimeout(passed, 1000));
  }
  throw new Error(`${url} doesn't answer.`);
}

/** Keeps cookies, and follows no redirects. */
function browser() {
  const jar = new Map();
  return async (url, body) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const init = { redirect: 'manual', headers: { cookie }, ...(body && { method: 'POST', body }) };
    const response = await fetch(url, init);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
}

function expect(what, isTrue) {
  if (!isTrue) throw new Error(`Not so: ${what}`);
  console.log(`· ${what}`);
}

const running = [];
try {
  for (const each of [folder, oidcFolder]) {
    const installed = await end(start('npm', ['install', '--no-audit', '--no-fund'], {}, each));
    expect('Next.js is installed', installed === 0);
  }
  const config = {
    PORT: '3900',
    BASE_URL: latchkey,
    ALLOWED_ORIGINS: app,
    DATABASE_URL: `embedded:${join(data, 'db')}`,
  };
  const callback = `${oidcApp}/api/auth/callback/latchkey`;
  const uris = ['--redirect-uri', callback, '--first-party'];
  const registered = execFileSync(
    'node',
    [command, 'application', 'create', '--name', 'Next', '--kind', 'web', ...uris],
    { cwd: data, encoding: 'utf8', env: { ...process.env, ...config } },
  );
  const application = Object.fromEntries(
    registered
      .trim()
      .split('\n')
      .map((line) => line.split('=', 2)),
  );
  running.push(start('node', [command, 'serve'], config, data));
  const told = { PORT: '4180', LATCHKEY_URL: latchkey, NEXT_TELEMETRY_DISABLED: '1' };
  running.push(start('npm', ['run', 'dev'], told));
  await until(`${latchkey}/api/health/ready`);
  const page = await (await until(app)).text();
  const back = encodeURIComponent(`${app}/`);
  expect('the page sends strangers to sign in', page.includes(`${latchkey}/login?returnTo=${back}`));
  expect('the API refuses them', (await fetch(`${app}/api/hello`)).status === 401);

  const post = (path, body) =>
    fetch(latchkey + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const account = { email: 'ada@example.com', password: 'Correct-Horse-7' };
  await post('/api/auth/register', { ...account, organizationName: 'Analytical Engines' });
  const cookies = (await post('/api/auth/login', account)).headers.getSetCookie();
  const cookie = cookies.find((each) => each.startsWith('latchkey_session='))?.split(';')[0] ?? '';
  const known = await (await fetch(app, { headers: { cookie } })).text();
  expect('the page knows who came back', known.includes('ada@example.com'));
  const hello = await (await fetch(`${app}/api/hello`, { headers: { cookie } })).json();
  expect('the API greets them', hello.hello === 'ada@example.com');

  const auth = { PORT: '4181', AUTH_SECRET: 'a-secret-of-the-application-itself', ...application };
  running.push(start('npm', ['run', 'dev'], { ...auth, NEXT_TELEMETRY_DISABLED: '1' }, oidcFolder));
  await until(oidcApp);
  const browse = browser();
  const { csrfToken } = await (await browse(`${oidcApp}/api/auth/csrf`)).json();
  const away = await browse(`${oidcApp}/api/auth/signin/latchkey`, new URLSearchParams({ csrfToken }));
  const asked = await fetch(away.headers.get('location'), { headers: { cookie }, redirect: 'manual' });
  const returned = await browse(asked.headers.get('location'));
  expect('Auth.js gets a code and takes it', !returned.headers.get('location').includes('error'));
  const signedIn = await (await browse(oidcApp)).text();
  expect('its page knows who signed in', signedIn.includes('Hello ada@example.com'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  for (const child of running) process.kill(-child.pid, 'SIGTERM');
  await Promise.all(running.map(end));
  rmSync(data, { recursive: true, force: true });
}
