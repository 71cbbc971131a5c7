import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { packageFolder } from '../platform/package.ts';
import { readServed, type Served, sendServed, servedPage, servedText } from './console-files.ts';
import { documentPage, documentPolicy, documentStyle, type Group } from './document-page.ts';
import { pathOf } from './errors.ts';

/** Put there by `npm run build`. */
const folder = join(packageFolder, 'dist/documents');
const notBuilt = 'The documents are not built yet: run `npm run build` where Latchkey was installed.\n';

/** They respond to GET like declared routes, but aren't part of the API. */
export const documentPaths = ['/docs', '/docs/*', '/llms.txt', '/llms-full.txt'] as const;

/** Files beside the pages. */
const assets = ['page.js', 'search.json', 'inter.woff2'];

const notHere = '<h1>This page doesn’t exist</h1><p>Search for it, or see <a href="/docs">all pages</a>.</p>';

type Close = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
type Contents = { summary: string; groups: Group[] };

/** The guides and the reference, to read and for machines. Read on first use, and kept as they are sent. */
export function addDocuments(app: FastifyInstance, config: Config, close: Close): void {
  if (!config.apiDocs) {
    for (const path of documentPaths) app.get(path, close);
    return;
  }
  const kept = new Map<string, Served>();
  const policy = documentPolicy(config);
  let documents: Documents | undefined;
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    if (!documents && !existsSync(join(folder, 'map.json')))
      return reply.code(404).type('text/plain; charset=utf-8').send(notBuilt);
    documents ??= openDocuments(config);
    const path = pathOf(request.url);
    const file = kept.get(path) ?? documents.at(path);
    if (file) kept.set(path, file);
    reply.header('Cache-Control', 'no-cache').header('Content-Security-Policy', policy);
    return sendServed(request, file ? reply : reply.code(404), file ?? documents.missing);
  };
  for (const path of documentPaths) app.get(path, answer);
}

const read = (name: string) => readFileSync(join(folder, name), 'utf8');

type Documents = { at(address: string): Served | undefined; missing: Served };

/** An address is looked up, never made into the name of a file. */
function openDocuments(config: Config): Documents {
  const contents = JSON.parse(read('map.json')) as Contents;
  const titles = new Map([['index', 'Documentation']]);
  for (const { path, title } of contents.groups.flatMap(({ pages }) => pages)) titles.set(path, title);
  const page = (path: string | undefined, title: string, html: string) =>
    servedPage(documentPage(config, contents.groups, { path, title, html }));
  const at = (address: string) => {
    if (address === '/llms.txt') return servedText(listForMachines(config, contents), '.txt');
    if (address === '/llms-full.txt')
      return servedText([...titles.keys()].map((path) => markdownOf(config, path)).join('\n\n'), '.txt');
    const name = address.replace(/^\/docs\/?/, '');
    if (name === 'style.css') return documentStyle(config, read(name));
    if (assets.includes(name)) return readServed(join(folder, name));
    const path = name.replace(/\.md$|\/$/, '') || 'index';
    const title = titles.get(path);
    if (title === undefined) return undefined;
    if (name.endsWith('.md')) return servedText(markdownOf(config, path), '.md');
    return page(path, title, withAddress(config, read(`${path}.html`), /<pre .*?<\/pre>/gs));
  };
  return { at, missing: page(undefined, 'Page not found', notHere) };
}

const markdownOf = (config: Config, path: string) =>
  withAddress(config, read(`${path}.md`), /^ *```.*?^ *```$/gms);

/** Snippets call this service: they are for copying. */
function withAddress({ baseUrl }: Config, text: string, snippets: RegExp): string {
  return text.replace(snippets, (snippet) => snippet.replaceAll('http://localhost:3000', baseUrl));
}

/** As llmstxt.org has it. */
function listForMachines({ baseUrl }: Config, { summary, groups }: Contents): string {
  const lists = groups.map(({ name, pages }) => {
    const lines = pages.map(
      ({ path, title, about }) => `- [${title}](${baseUrl}/docs/${path}.md)${about && `: ${about}`}`,
    );
    return `## ${name === 'Decisions' ? 'Optional' : name}\n\n${lines.join('\n')}\n`;
  });
  return [
    '# Latchkey\n',
    `> ${summary}\n`,
    `Every document in one file: ${baseUrl}/llms-full.txt. The API: ${baseUrl}/api/openapi.json.\n`,
    ...lists,
  ].join('\n');
}
