// `npm run test:next`: installs Next.js in its example, starts it beside a fresh Latchkey, and looks at both pages. Not
// part of `npm test`, because Next.js is larger than everything else together.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;
const folder = join(root, 'examples/next');
const data = mkdtempSync(join(tmpdir(), 'latchkey-next-'));
const [latchkey, app] = ['http://localhost:3900', 'http://localhost:4180'];

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

function expect(what, isTrue) {
  if (!isTrue) throw new Error(`Not so: ${what}`);
  console.log(`· ${what}`);
}

const running = [];
try {
  const installed = await end(start('npm', ['install', '--no-audit', '--no-fund'], {}));
  expect('Next.js is installed', installed === 0);
  const config = { PORT: '3900', ALLOWED_ORIGINS: app, DATABASE_URL: `embedded:${join(data, 'db')}` };
  running.push(start('node', [join(root, 'server/bin/latchkey.js'), 'serve'], config, data));
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
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  for (const child of running) process.kill(-child.pid, 'SIGTERM');
  await Promise.all(running.map(end));
  rmSync(data, { recursive: true, force: true });
}
