import { readdirSync } from 'node:fs';
import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);
const get = (path: string, init?: RequestInit) => fetch(service.url + path, init);
const textOf = async (path: string) => (await get(path)).text();

const docs = new URL('../../../docs/', import.meta.url);
const pages = readdirSync(docs, { recursive: true })
  .map((file) => String(file).replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .map((file) => file.slice(0, -3));

describe('the documents', () => {
  test('are served as pages and as Markdown, with the address of this service in the snippets', async () => {
    const page = await get('/docs/guides/add-login');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const html = await page.text();
    expect(html).toContain(`npm install ${service.config.baseUrl}/sdk.tgz`);
    const markdown = await get('/docs/guides/add-login.md');
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await markdown.text()).toContain(`npm install ${service.config.baseUrl}/sdk.tgz`);
    // A default is told as it is.
    expect(await textOf('/docs/configuration')).toContain('<code>http://localhost:3000</code>');
    const etag = page.headers.get('etag') ?? '';
    expect((await get('/docs/guides/add-login', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('run no script but their own, and hold none inline', async () => {
    const page = await get('/docs');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    expect(html).not.toMatch(/<script(?! src="\/(docs\/page|head)\.js")|style="|<style| on\w+="/);
  });

  test('lead only to pages and headings that exist', async () => {
    const all = await Promise.all(
      ['', ...pages, 'sdk', 'deploy', 'examples', 'security', 'changelog'].map(async (path) => {
        const answer = await get(`/docs${path && `/${path}`}`);
        return { path: `/docs${path && `/${path}`}`, status: answer.status, html: await answer.text() };
      }),
    );
    expect(all.filter(({ status }) => status !== 200).map(({ path }) => path)).toEqual([]);
    const anchors = new Map(
      all.map(({ path, html }) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const dead = all.flatMap(({ path, html }) =>
      [...html.matchAll(/<a[^>]* href="(\/docs[^"#]*|)(?:#([^"]*))?"/g)]
        .filter(([, to, anchor]) => {
          const there = anchors.get(to || path);
          return !there || (anchor !== undefined && !there.has(anchor));
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(dead).toEqual([]);
    expect(all.filter(({ html }) => /href="[^"]*\.md[#"]/.test(html.replace(/<link .*?>/g, '')))).toEqual([]);
  });

  test('can be searched: every section, by the words of its text', async () => {
    const rows = (await (await get('/docs/search.json')).json()) as string[][];
    const found = rows.filter(([, , , , text = '']) => text.includes('POSTGRES') || text.includes('SCIM'));
    expect(found.length).toBeGreaterThan(3);
    expect(new Set(rows.map(([path]) => path)).size).toBe(pages.length + 6);
  });

  test('answer 404 with a page for what is missing, and read no file that is not a document', async () => {
    for (const path of [
      '/docs/none',
      '/docs/../package.json',
      '/docs/%2e%2e/%2e%2e/package',
      '/docs/map.json',
    ]) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expect(await answer.text(), path).not.toContain('"version"');
    }
    expect(await textOf('/docs/none')).toContain('This page doesn’t exist');
    const posted = await get('/docs/guides/add-login', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('do not exist where API_DOCS is off', async () => {
    const closed = await startService({ env: { API_DOCS: 'off' } });
    for (const path of ['/docs', '/docs/guides/add-login', '/docs/page.js', '/llms.txt', '/llms-full.txt'])
      expect((await fetch(closed.url + path)).status, path).toBe(404);
  });
});

describe('llms.txt', () => {
  test('lists every document by its whole address, and each is there', async () => {
    const answer = await get('/llms.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toMatch(/^# Latchkey\n\n> .+\n\n/);
    const { baseUrl } = service.config;
    const listed = [...text.matchAll(/^- \[.+?\]\((.+?)\)/gm)].map(([, address = '']) => address);
    expect(pages.filter((page) => !listed.includes(`${baseUrl}/docs/${page}.md`))).toEqual([]);
    for (const address of listed) {
      const found = await get(address.slice(baseUrl.length));
      expect([found.status, (await found.text()).slice(0, 2)], address).toEqual([200, '# ']);
    }
  });

  test('llms-full.txt holds the text of all of them', async () => {
    const all = await textOf('/llms-full.txt');
    for (const page of pages) {
      const text = await textOf(`/docs/${page}.md`);
      expect(all.includes(text), page).toBe(true);
    }
  });
});
