import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { languages, pagePaths } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { authorizePath, newApplication } from '@latchkey/server/testing/oidc';
import { startService } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';

const script = `console.log(${JSON.stringify('latchkey '.repeat(50))})`;
const html =
  '<!doctype html><html><head><title>Latchkey</title><!--branding--></head><body><div id="root"></div></body></html>';

/** A built console of three files, as the build lays them out. */
function builtFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-console-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), '{}');
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets/index-abc.js'), script);
  writeFileSync(join(folder, 'assets/index-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets/index-abc.js.gz'), gzipSync(script));
  return folder;
}

/** As it goes over the wire: fetch would unpack it, and send headers of its own. */
function raw(url: string, method = 'GET', headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const sent = request(url, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

const folder = builtFolder();
const service = started(() => startService({ consoleFolder: folder }));
afterAll(async () => {
  rmSync(folder, { recursive: true });
});
const get = (path: string, headers?: Record<string, string>) => raw(service.url + path, 'GET', headers);

describe('pages', () => {
  test.each(pagePaths)('%s serves the console and is revalidated each time', async (path) => {
    const { status, headers, body } = await get(path.replace(':token', 'abc-_123'));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(body.toString()).toContain('<div id="root">');
  });

  test.each(['/nope', '/login/more', '/invite/a/b', '/index.html', '/admin', '/assets/index-gone.js'])(
    '%s is 404 and serves the console',
    async (path) => {
      const { status, headers, body } = await get(path);
      expect(status).toBe(404);
      expect(headers['cache-control']).toBe('no-cache');
      expect(body.toString()).toContain('<div id="root">');
    },
  );

  test.each([
    ['turnstile', 'https://challenges.cloudflare.com'],
    ['hcaptcha', 'https://hcaptcha.com https://*.hcaptcha.com'],
  ])('run the scripts of %s as well where it keeps bots out', async (kind, sources) => {
    const env = { BOT_PROTECTION: kind, BOT_SITE_KEY: 'site', BOT_SECRET_KEY: 'secret' };
    const guarded = await startService({ database: service.database, env });
    const { headers } = await guarded.client().get('/login');
    const policy = String(headers.get('content-security-policy'));
    expect(policy).toContain(`script-src 'self' ${sources};`);
    expect(policy).toContain(`frame-src ${sources};`);
  });

  test('run only our own scripts, cannot be framed and send no referrer', async () => {
    const { headers } = await get('/reset-password?token=secret');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toMatch(/img-src 'self' data: blob:(;|$)/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-request-id']).toBeDefined();
  });

  test('that have not changed are not sent again', async () => {
    const { headers } = await get('/login');
    const again = await get('/login', { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect((await get('/nope', { 'if-none-match': String(headers.etag) })).status).toBe(404);
  });

  test('respond to HEAD without a body, and refuse POST', async () => {
    const head = await raw(`${service.url}/login`, 'HEAD');
    expect(head.status).toBe(200);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(0);
    expect(head.body).toHaveLength(0);
    const posted = await raw(`${service.url}/login`, 'POST');
    expect(posted.status).toBe(405);
    expect(posted.headers.allow).toBe('GET, HEAD');
    expect((await raw(`${service.url}/nope`, 'DELETE')).status).toBe(404);
  });
});

describe('files', () => {
  test('whose name changes with their content are cached for a year', async () => {
    const { status, headers, body } = await get('/assets/index-abc.js');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(body.toString()).toBe(script);
  });

  test('whose name stays the same are revalidated each time', async () => {
    const { headers } = await get('/favicon.svg');
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['cache-control']).toBe('no-cache');
  });

  test('are sent in the encoding the client accepts, Brotli before gzip', async () => {
    const br = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(br.headers.vary).toContain('Accept-Encoding');
    expect(brotliDecompressSync(br.body).toString()).toBe(script);
    const gzip = await get('/assets/index-abc.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(script);
    const page = await get('/', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(page.body).toString()).toContain('<div id="root">');
  });

  test.each([
    '/.vite/manifest.json',
    '/assets/index-abc.js.br',
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
  ])('%s is not served', async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

test('an unknown path under /api is 404 in JSON', async () => {
  for (const path of ['/api', '/api/', '/api/login', '/api/nope']) {
    const { status, headers } = await get(path);
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  }
});

describe('branding', () => {
  test('is written into the page and cannot break out of it', async () => {
    const branded = await startService({
      consoleFolder: folder,
      env: {
        PRODUCT_NAME: `A&B "</title><script>alert('$&')</script>`,
        LOGO_URL: 'https://cdn.example.com/logo.svg',
        ACCENT_COLOR: '#0CA678',
        GITHUB_CLIENT_ID: 'id',
        GITHUB_CLIENT_SECRET: 'secret',
      },
    });
    const { headers, body } = await raw(`${branded.url}/login`);
    await branded.close();
    const text = body.toString();
    expect(text).not.toContain('<script>');
    const content = /<meta name="latchkey-branding" content="([^"]*)" \/>/.exec(text)?.[1] ?? '';
    const unescaped = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(JSON.parse(unescaped)).toEqual({
      productName: `A&B "</title><script>alert('$&')</script>`,
      logoUrl: 'https://cdn.example.com/logo.svg',
      accentColor: '#0ca678',
      locales: Object.keys(languages),
      providers: [{ name: 'github', label: 'GitHub' }],
      passkeys: 'latchkey.test',
      emailLogin: false,
    });
    expect(String(headers['content-security-policy'])).toContain('blob: https://cdn.example.com;');
  });

  test('names the application that sent the person, unless it is disabled or registered itself', async () => {
    const name = 'A&B "</title>';
    const shown = async (fields: Parameters<typeof newApplication>[1], at: (path: string) => string) => {
      const application = await newApplication(service, fields);
      const text = (await get(at(authorizePath(application)))).body.toString();
      expect(text.split('</title>')).toHaveLength(2);
      const content = /<meta name="latchkey-branding" content="([^"]*)"/.exec(text)?.[1] ?? '';
      return JSON.parse(content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
        .application;
    };
    const login = (path: string) => `/login?returnTo=${encodeURIComponent(path)}`;
    expect(await shown({ name }, login)).toBe(name);
    const disabled = await newApplication(service);
    await service.sql`UPDATE applications SET enabled = false WHERE id = ${disabled.id}`;
    expect(await shown({}, () => login(authorizePath(disabled)))).toBeUndefined();
    expect(await shown({ name: 'Other' }, (path) => login(path).replace('login', 'register'))).toBe('Other');
    for (const [fields, at] of [
      [{ dynamic: true, firstParty: false }, login],
      [{}, (path: string) => login(`https://evil.example${path}`)],
      [{}, (path: string) => login(path).replace('login', 'profile')],
      [{}, () => login('/api/oidc/authorize')],
      [{}, () => '/login?returnTo=a&returnTo=b'],
    ] as const)
      expect(await shown(fields, at)).toBeUndefined();
  });

  test('offers single sign-on while an identity provider is enabled', async () => {
    const world = await startWithIdp({ consoleFolder: folder });
    const offers = async () =>
      (await raw(`${world.service.url}/login`)).body.toString().includes('&#34;sso&#34;:true');
    expect(await offers()).toBe(false);
    const { owner, connectionId } = await world.connected();
    expect(await offers()).toBe(true);
    await world.change(owner, connectionId, { enabled: false });
    expect(await offers()).toBe(false);
  });

  test('says if the service has no single sign-on', async () => {
    const without = await startService({ consoleFolder: folder, env: { ENABLE_SSO: 'false' } });
    expect((await raw(`${without.url}/login`)).body.toString()).toContain('&#34;sso&#34;:false');
  });

  test('mentions email verification, the deletion of accounts and the guides only if they are off', async () => {
    const mentioned = async (env: Record<string, string>) => {
      const service = await startService({ consoleFolder: folder, env });
      const { body } = await raw(`${service.url}/login`);
      await service.close();
      const settings = ['emailVerification', 'accountDeletion', 'documents'];
      return settings.filter((name) => body.toString().includes(`&#34;${name}&#34;:false`));
    };
    expect(await mentioned({ ENABLE_EMAIL_VERIFICATION: 'false' })).toEqual(['emailVerification']);
    expect(await mentioned({ API_DOCS: 'off' })).toEqual(['documents']);
    expect(await mentioned({ ACCOUNT_DELETION_GRACE_DAYS: 'off' })).toEqual(['accountDeletion']);
    expect(await mentioned({})).toEqual([]);
  });

  test('mentions the first administrator only in development', async () => {
    const mentions = async (env: Record<string, string>) => {
      const service = await startService({ consoleFolder: folder, env });
      const { body } = await raw(`${service.url}/login`);
      await service.close();
      return body.toString().includes('&#34;setup&#34;');
    };
    const production = { DATABASE_URL: 'postgres://db/x', SMTP_URL: 'smtp://localhost' };
    expect(await mentions({ NODE_ENV: 'development' })).toBe(true);
    expect(await mentions({ NODE_ENV: 'production', ...production })).toBe(false);
  });

  test('names the product in emails', async () => {
    const branded = await startService({ env: { PRODUCT_NAME: 'Keyring' } });
    const registration = { email: 'a@example.com', password: 'Correct-Horse-7', organizationName: 'Ay' };
    await branded.client().post('/api/auth/register', registration);
    const [mail] = await branded.mails('a@example.com');
    await branded.close();
    expect(`${mail?.subject} ${mail?.text}`).toContain('Keyring');
    expect(mail?.text).not.toContain('Latchkey');
  });

  test.each([
    ['PRODUCT_NAME', 'x'.repeat(61)],
    ['LOGO_URL', 'http://cdn.example.com/logo.svg'],
    ['LOGO_URL', '//cdn.example.com/logo.svg'],
    ['LOGO_URL', 'https://cdn.example.com; script-src *'],
    ['LOGO_URL', "https://cdn.example.com;script-src'self'/logo.svg"],
    ['LOGO_URL', 'javascript:alert(1)'],
    ['ACCENT_COLOR', '#fff'],
    ['ACCENT_COLOR', 'red;'],
  ])('an invalid %s (%s) is rejected at startup', (name, value) => {
    const secrets = { SESSION_SECRET: 'a', JWT_SECRET: 'b', JWT_REFRESH_SECRET: 'c' };
    expect(() => readConfig({ [name]: value }, () => secrets)).toThrow(name);
  });
});

test('a service without a built console runs and says so', async () => {
  const bare = await startService({ consoleFolder: join(folder, 'missing') });
  const page = await raw(`${bare.url}/`);
  const unknown = await raw(`${bare.url}/nope`);
  await bare.close();
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(page.body.toString()).toContain('not built');
  expect(unknown.status).toBe(404);
});
