// A step of `npm run build`: the documents that the service offers at /docs, as HTML to read and as Markdown for machines.
// docs/README.md is their map: its headings are the groups, and its links the order.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'server/dist/documents');
const read = (file) => readFileSync(join(root, file), 'utf8');

/** Documents outside of docs/, by their path at /docs. */
const others = {
  sdk: 'sdk/README.md',
  deploy: 'deploy/README.md',
  examples: 'examples/README.md',
  security: 'SECURITY.md',
  changelog: 'CHANGELOG.md',
};
const ours = readdirSync(join(root, 'docs'), { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md'))
  .sort()
  .map((file) => [file === 'README.md' ? '' : file.slice(0, -3), `docs/${file}`]);

/** Files in the repository by path at /docs; the map of all of them has the empty path. */
const files = new Map([...ours, ...Object.entries(others)]);
const pathOf = new Map([...files].map(([path, file]) => [file, path]));

/** As repositories make them from headings. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
const plain = (markdown) =>
  markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>|[`*|]|^[#>-]+\s|^```.*$|-{3,}/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Links lead to documents served here. What isn't served, such as source files, is named without a link. */
function linked(file) {
  const place = posix.dirname(file);
  return read(file).replace(/(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g, (link, text, address) => {
    if (/^(https?:|mailto:|#)/.test(address)) return link;
    const [, way, anchor] = /^([^#]*)(#.*)?$/.exec(address);
    const path = pathOf.get(posix.join(place, way).replace(/\/$/, ''));
    if (path !== undefined) return `[${text}](/docs${path && `/${path}.md`}${anchor ?? ''})`;
    const inside = `${posix.join(place, way)}/`;
    const folder = [...files].find(([, each]) => each === `${inside}README.md` || each.startsWith(inside));
    return folder ? `[${text}](/docs/${folder[0]}.md)` : text;
  });
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(plain(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const address = href.startsWith('/docs') ? href.replace(/\.md(?=#|$)/, '') : href;
      return `<a href="${address}">${this.parser.parseInline(tokens)}</a>`;
    },
    // Wide ones scroll by themselves, and by keyboard.
    table(token) {
      const cell = ({ text, tokens, header }) => {
        const tag = header && text ? 'th' : 'td';
        return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
      };
      const rowOf = (cells) => `<tr>${cells.map(cell).join('')}</tr>`;
      const rows = token.rows.map(rowOf).join('\n');
      const head = token.header.some(({ text }) => text) ? `<thead>${rowOf(token.header)}</thead>\n` : '';
      return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
    },
    /** What follows the language is the file to save it as. */
    code({ text, lang = '' }) {
      const shown = text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
      const [, file] = lang.split(' ');
      return `${file ? `<p class="file">${file}</p>\n` : ''}<pre tabindex="0"><code>${shown}\n</code></pre>\n`;
    },
  },
});

/** A document's title, its first words, and the text below each heading, for the search. */
function described(text) {
  const sections = [];
  let about = '';
  for (const token of markdown.lexer(text)) {
    if (token.type === 'heading') sections.push({ heading: plain(token.text), depth: token.depth, text: '' });
    else if (sections.length > 0) sections.at(-1).text += ` ${plain(token.raw)}`;
    if (token.type === 'paragraph') about ||= plain(token.text);
  }
  return {
    title: sections[0].heading,
    about: /^.*?[.:](?=\s|$)/.exec(about)?.[0].replace(/:$/, '.') ?? about,
    sections: sections.map(({ heading, depth, text: below }) => ({
      heading,
      ...(depth > 1 && { anchor: anchorOf(heading) }),
      depth,
      text: below.trim(),
    })),
  };
}

/** The headings of the map, each with the documents that it is first to name. */
function groupsOf(map) {
  const groups = [];
  const left = new Set(files.keys());
  left.delete('');
  for (const token of markdown.lexer(map)) {
    if (token.type === 'heading' && token.depth === 2) groups.push({ name: token.text, paths: [] });
    for (const [, path] of token.raw.matchAll(/\]\(\/docs\/([^)#]+?)\.md[)#]/g))
      if (groups.length > 0 && left.delete(path)) groups.at(-1).paths.push(path);
  }
  const isDecision = (path) => path.startsWith('adr/');
  const unnamed = [...left].filter((path) => !isDecision(path));
  if (unnamed.length > 0) throw new Error(`docs/README.md doesn't name ${unnamed.join(', ')}`);
  return [
    ...groups.map(({ name, paths }) => ({ name, paths: paths.filter((path) => !isDecision(path)) })),
    { name: 'Decisions', paths: [...files.keys()].filter(isDecision) },
  ];
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const texts = new Map([...files].map(([path, file]) => [path, linked(file)]));
const abouts = new Map([...texts].map(([path, text]) => [path, described(text)]));
for (const [path, text] of texts) {
  const file = join(target, path || 'index');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.md`, text);
  writeFileSync(`${file}.html`, markdown.parse(text));
}
const groups = groupsOf(texts.get('')).map(({ name, paths }) => ({
  name,
  pages: paths.map((path) => {
    const { title, about, sections } = abouts.get(path);
    const parts = sections.filter(({ depth }) => depth === 2);
    return { path, title, about, parts: parts.map(({ heading, anchor }) => [heading, anchor]) };
  }),
}));
const summary = plain(/\n\n([^#!][\s\S]*?)\n\n/.exec(read('README.md'))[1]);
writeFileSync(join(target, 'map.json'), JSON.stringify({ summary, groups }));
const words = [...abouts].flatMap(([path, { title, sections }]) =>
  sections.map(({ heading, anchor, text }) => [path, title, anchor ? heading : '', anchor ?? '', text]),
);
writeFileSync(join(target, 'search.json'), JSON.stringify(words));
for (const file of ['style.css', 'page.js'])
  copyFileSync(join(root, 'server/documents', file), join(target, file));
const font = createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json');
copyFileSync(join(dirname(font), 'files/inter-latin-wght-normal.woff2'), join(target, 'inter.woff2'));
