import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, startService } from '@latchkey/server/testing/service';
import type { Page, Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, passOn, site, startBrowser } from './browser.ts';

const executable = findBrowser('how much pages load');
const kilobyte = 1000;
const dist = new URL('../console/dist/', import.meta.url);

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] };
const readManifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(fileURLToPath(new URL('.vite/manifest.json', dist)), 'utf8'));

/** The scripts and styles that a page needs, whatever else it loads ahead while nothing else is to do. */
function filesOf(page: string): Set<string> {
  const manifest = readManifest();
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`);
    chunk.imports?.forEach(visit);
  };
  const isBehindSignIn = page !== 'index.html' && !page.includes('/sign-in/');
  const shell = Object.keys(manifest).filter((key) => manifest[key]?.name === 'shell');
  for (const key of ['index.html', ...(isBehindSignIn ? shell : []), page]) visit(key);
  return files;
}

/** As a browser gets it over HTTPS: compressed by Brotli, unless it is compressed already. */
async function sizeOf(request: Request): Promise<number> {
  const { pathname } = new URL(request.url());
  const compressed = fileURLToPath(new URL(`.${pathname}.br`, dist));
  if (existsSync(compressed)) return readFileSync(compressed).length;
  const body = (await (await request.response())?.body()) ?? Buffer.alloc(0);
  return pathname.endsWith('.woff2') ? body.length : brotliCompressSync(body).length;
}

/** Each page with its file. */
const consolePages: [path: string, name: string][] = [
  ['/', 'dashboard/dashboard'],
  ['/profile', 'account/profile'],
  ['/profile/security', 'account/security'],
  ['/profile/api-keys', 'account/api-keys'],
  ['/profile/applications', 'account/applications'],
  ['/organization', 'organization/organization'],
  ['/organization/branding', 'organization/branding'],
  ['/organization/members', 'organization/members'],
  ['/organization/invites', 'organization/invites'],
  ['/organization/keys', 'organization-keys/keys'],
  ['/organization/directory', 'directory/directory'],
  ['/organization/policy', 'organization/policy'],
  ['/organization/roles', 'team-roles/own-roles'],
  ['/organization/sso', 'single-sign-on/single-sign-on'],
  ['/organization/webhooks', 'organization/webhooks'],
  ['/organization/destinations', 'organization/destinations'],
  ['/admin/users', 'admin/users'],
  ['/admin/users/:user', 'admin/user'],
  ['/admin/organizations', 'admin/organizations'],
  ['/admin/organizations/:organization', 'admin/organization'],
  ['/admin/policy', 'admin/policy'],
  ['/admin/roles', 'admin/roles'],
  ['/admin/organization-roles', 'team-roles/templates'],
  ['/admin/audit-logs', 'admin/audit'],
  ['/admin/emails', 'admin/emails'],
  ['/admin/applications', 'admin/applications'],
  ['/admin/webhooks', 'admin/webhooks'],
  ['/admin/destinations', 'admin/destinations'],
  ['/admin/hooks', 'hooks/hooks'],
  ['/admin/checks', 'admin/checks'],
  ['/admin/settings', 'settings/settings'],
];

const pages = () => Object.keys(readManifest()).filter((key) => key.endsWith('-page.tsx'));

describe.skipIf(!executable)('a browser that has nothing yet', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  /**
   * What a page asked for until it shows what it is about. How much a page before the sign-in loads ahead depends on how busy
   * the machine is, so what none of its imports names doesn't count.
   */
  async function loaded(page: Page, path: string, own: Set<string>) {
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await page.goto(path, { waitUntil: 'load' });
    await page.locator('h1').waitFor();
    await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root'));
    const isConsole = (await page.locator('nav').count()) > 0;
    const needed = requests.filter((request) => {
      const { pathname } = new URL(request.url());
      return isConsole || own.has(pathname) || !/^\/assets\/.*\.(js|css)$/.test(pathname);
    });
    const sizes = await Promise.all(
      needed.map(async (request) => ({
        bytes: await sizeOf(request),
        isScript: request.resourceType() === 'script',
      })),
    );
    const asked = new Set(requests.map((request) => new URL(request.url()).pathname));
    expect([...own].filter((file) => !asked.has(file))).toEqual([]);
    const sum = (some: typeof sizes) => some.reduce((total, { bytes }) => total + bytes, 0);
    return {
      requests: sizes.length,
      bytes: sum(sizes),
      script: sum(sizes.filter(({ isScript }) => isScript)),
      list: needed.map((request, at) => `${sizes[at]?.bytes} ${new URL(request.url()).pathname}`).join('\n'),
    };
  }

  test.each(['login', 'register'])(
    'needs at most nine requests and 150 kB of script for /%s',
    async (name) => {
      const { page } = await newPerson(browser);
      const own = filesOf(name === 'login' ? 'index.html' : `src/sign-in/${name}-page.tsx`);
      const { requests, script, list } = await loaded(page, `/${name}`, own);
      expect(requests, list).toBeLessThanOrEqual(9);
      expect(script).toBeGreaterThan(0);
      expect(script, list).toBeLessThanOrEqual(150 * kilobyte);
    },
  );

  let staff: ReturnType<typeof newStaff> | undefined;

  test('all pages of the console are weighed', () => {
    const weighed = consolePages.map(([, name]) => `src/${name}-page.tsx`);
    expect(weighed.toSorted()).toEqual(
      pages()
        .filter((page) => !page.startsWith('src/sign-in/'))
        .toSorted(),
    );
  });

  test.each(consolePages)(
    'needs at most 25 requests and 350 kB for a first page of the console, %s',
    async (path, name) => {
      staff ??= newStaff(service, 'ADMIN');
      const { client, id, organizationId } = await staff;
      const { page } = await newPerson(browser);
      await passOn(page, client);
      const address = path.replace(':user', id).replace(':organization', organizationId);
      const { requests, bytes, list } = await loaded(page, address, filesOf(`src/${name}-page.tsx`));
      expect(requests, list).toBeLessThanOrEqual(25);
      expect(bytes).toBeGreaterThan(100 * kilobyte);
      expect(bytes, list).toBeLessThanOrEqual(350 * kilobyte);
      await page.context().close();
    },
  );

  test('needs at most 16 scripts and styles for each page of the console', () => {
    const all = pages().filter((page) => !page.startsWith('src/sign-in/'));
    expect(all.length).toBeGreaterThan(25);
    const heavy = all.map((page) => ({ page, files: filesOf(page).size })).filter(({ files }) => files > 16);
    expect(heavy).toEqual([]);
  });
});
