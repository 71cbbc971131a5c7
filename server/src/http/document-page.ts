import type { Config } from '../platform/config/config.ts';
import { brandOf } from '../records/email/brand.ts';
import { type Served, servedText } from './console-files.ts';
import { escapeHtml, logoSource } from './page-parts.ts';

type Page = { path: string; title: string; about: string; parts: [heading: string, anchor: string][] };

/** Documents that the list names below one heading. */
export type Group = { name: string; pages: Page[] };

/** What one page shows. `path`: below /docs; undefined if there is no such page. */
type Shown = { path: string | undefined; title: string; html: string };

/** No inline script or style, and nothing from elsewhere but the operator's own logo. */
export function documentPolicy({ branding }: Config): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data:${logoSource(branding)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** In the operator's color, which is as readable as in mails. */
export function documentStyle({ branding }: Config, css: string): Served {
  const { light, dark } = brandOf(branding.accentColor);
  const colors = `--accent: ${light.accent}; --on-accent: ${light.onAccent}; --link-light: ${light.link}; --link-dark: ${dark.link};`;
  return servedText(`:root { ${colors} }\n${css}`, '.css');
}

const mark = `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
<rect width="32" height="32" rx="8" fill="var(--accent)"/><g fill="none" stroke="var(--on-accent)" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="4.6"/><path d="M15.4 15.4 24 24m-3.6-3.6 2.6-2.6"/></g></svg>`;

export function documentPage({ branding }: Config, groups: Group[], { path, title, html }: Shown): string {
  const name = escapeHtml(branding.productName);
  const logo = branding.logoUrl ? `<img src="${escapeHtml(branding.logoUrl)}" alt="">` : mark;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${name}</title>
<link rel="icon" href="/favicon.svg">
<script src="/head.js"></script>
<link rel="stylesheet" href="/docs/style.css">
${path === undefined ? '' : `<link rel="alternate" type="text/markdown" href="/docs/${path}.md">`}
<script src="/docs/page.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="/">${logo}<span>${name}</span></a>
<a class="more" href="/docs">Documentation</a>
<a class="more narrow" href="#pages">All pages</a>
<a class="more" href="/api/docs">API</a>
<div class="search" role="search" hidden>
<input type="search" placeholder="Search (press /)" aria-label="Search the documentation" autocomplete="off" spellcheck="false">
<ul class="found" aria-label="Results" hidden></ul>
<p class="hidden" role="status"></p>
</div>
</header>
<div class="columns">
<main id="content" tabindex="-1">
${html}
</main>
<nav id="pages" aria-label="Documentation">
${groups.map((group) => listOf(group, path)).join('\n')}
</nav>
</div>
</body>
</html>
`;
}

/** The open page also lists its parts. */
function listOf({ name, pages }: Group, current: string | undefined): string {
  const entries = pages.map(({ path, title, parts }) => {
    if (path !== current) return `<li><a href="/docs/${path}">${escapeHtml(title)}</a></li>`;
    const below = parts.map(
      ([heading, anchor]) => `<li><a href="#${anchor}">${escapeHtml(heading)}</a></li>`,
    );
    return `<li><a href="/docs/${path}" aria-current="page">${escapeHtml(title)}</a>${below.length > 0 ? `<ul>${below.join('')}</ul>` : ''}</li>`;
  });
  return `<h2>${escapeHtml(name)}</h2>\n<ul>\n${entries.join('\n')}\n</ul>`;
}
