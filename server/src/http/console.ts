import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  isSignInPage,
  type OrganizationBrand,
  type PageBranding,
  type PagePart,
  pagePaths,
} from '@latchkey/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../identity/deps.ts';
import type { Config } from '../platform/config/config.ts';
import type { Languages } from '../platform/languages/languages.ts';
import { packageFolder } from '../platform/package.ts';
import { keepRecent } from '../platform/recent.ts';
import { refuse } from '../platform/refusal.ts';
import { readFiles, type Served, sendServed, servedPage } from './console-files.ts';
import type { CookieJar } from './cookies.ts';
import { pathOf, sendRefusal } from './errors.ts';
import { pageLocaleOf } from './page-locale.ts';
import { escapeHtml, logoSource } from './page-parts.ts';
import { inTurn } from './take-turn.ts';
import type { Turns } from './turns.ts';

const places = ['console', '../console/dist'].map((place) => join(packageFolder, place));
/** In the published package, next to the service; otherwise where it was built. */
export const builtConsole = places.find((place) => existsSync(place)) ?? '';

const pages = pagePaths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`));
const isPage = (path: string) => pages.some((pattern) => pattern.test(path));

/** Answered by the service itself, not by its console. */
export function isApiPath(url: string): boolean {
  return /^\/((api|docs|\.well-known)(\/|$)|sdk(-[^/]+)?\.tgz$|llms(-full)?\.txt$)/.test(pathOf(url));
}

const notBuilt =
  'The service is running, but its console is not built: run `npm run build`. The API reference is at /api/docs.\n';

/** What sign-in pages need to know from the database. */
type SignInFacts = {
  /** Whether they lead to single sign-on. */
  offersSso(): Promise<boolean>;
  /** The application and the organization that they are about. */
  factsOf(errand: Errand): Promise<PageFacts>;
};

export type PageFacts = { application?: string | undefined; organization?: OrganizationBrand | undefined };

const noFacts: PageFacts = {};

export type Console = { answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> };

/**
 * Everything that is not under /api: the console's files from memory, and its one page at every page path. They are
 * read when the console is first opened: a node that only serves the API never reads them.
 */
export function loadConsole(
  tools: { deps: Deps; jar: CookieJar; turns: Turns },
  folder: string,
  facts: SignInFacts,
): Console {
  const { config, languages } = tools.deps;
  const policy = policyOf(config);
  let loaded: ReturnType<typeof load> | undefined;
  return {
    async answer(request, reply) {
      loaded ??= load(config, languages, folder);
      const { files, pageIn } = loaded;
      const path = pathOf(request.url);
      const file = path === '/index.html' ? undefined : files?.get(path);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        const known = file || isPage(path);
        const refusal = known ? refuse('METHOD_NOT_ALLOWED', { allow: 'GET, HEAD' }) : refuse('NOT_FOUND');
        return sendRefusal(request, reply, refusal, tools.deps);
      }
      if (file) return sendServed(request, reply.header('Cache-Control', cachingOf(path)), file);
      reply.code(isPage(path) ? 200 : 404);
      if (!pageIn) return reply.type('text/plain; charset=utf-8').send(notBuilt);
      const locale = await pageLocaleOf(tools, request, reply);
      const parts: PagePart[] = isSignInPage(path) ? ['sign-in'] : ['sign-in', 'console'];
      const errand = isSignInPage(path) ? errandOf(path, request.query) : undefined;
      const ask = () => Promise.all([facts.offersSso(), errand ? facts.factsOf(errand) : noFacts]);
      const told = isPage(path) ? await inTurn(tools.turns, request, reply, ask) : undefined;
      const [offersSso, { application, organization }] = told ?? [false, noFacts];
      const page = await pageIn(locale, parts, { offersSso, application, organization });
      reply.header('Content-Security-Policy', policy).header('Content-Language', locale);
      return sendServed(request, reply.header('Cache-Control', 'no-cache'), page, 'Accept-Language, Cookie');
    },
  };
}

/** What the address of a sign-in page says of why someone is there. */
export type Errand = {
  inviteToken?: string | undefined;
  /** An application's request to sign someone in, that the page leads back to. */
  authorize?: { clientId: string; organizationId: string | null } | undefined;
  slug?: string | undefined;
};

function errandOf(path: string, query: unknown): Errand | undefined {
  const { returnTo, organization } = query as { returnTo?: unknown; organization?: unknown };
  const [target, parameters] = typeof returnTo === 'string' ? returnTo.split('?') : [];
  const asked = target === '/api/oidc/authorize' ? new URLSearchParams(parameters) : undefined;
  const clientId = asked?.get('client_id');
  const isNamed = typeof organization === 'string' && /^\/(login|register|sso)\/?$/.test(path);
  const errand: Errand = {
    inviteToken: /^\/invite\/([^/]+)/.exec(path)?.[1],
    ...(clientId && { authorize: { clientId, organizationId: asked?.get('organization') ?? null } }),
    ...(isNamed && { slug: organization }),
  };
  return Object.values(errand).some((each) => each !== undefined) ? errand : undefined;
}

/** One page for each language, application and organization: the pages of the busiest are kept. */
const mostPages = 200;

type Shown = PageFacts & { offersSso: boolean };

function load(config: Config, languages: Languages, folder: string) {
  const files = readFiles(folder);
  const html = files?.get('/index.html')?.bodies.identity?.toString();
  const isOff = !config.features.sso;
  const pages = keepRecent<Promise<Served>>(mostPages);
  const pageIn = (locale: string, parts: PagePart[], { offersSso, application, organization }: Shown) => {
    const key = JSON.stringify([locale, parts.length, offersSso, application, organization]);
    const make = () => {
      const branded = withBranding(html ?? '', config, languages.codes, {
        ...((offersSso || isOff) && { sso: !isOff }),
        ...(application !== undefined && { application }),
        ...(organization !== undefined && { organization }),
      });
      return inLanguage(branded, languages, locale, parts).then(servedPage);
    };
    const page = pages.get(key) ?? make();
    pages.set(key, page);
    return page;
  };
  return { files, pageIn: html ? pageIn : undefined };
}

/** The page asks for its texts with its head: they are there once its script is. */
async function inLanguage(html: string, languages: Languages, locale: string, parts: PagePart[]) {
  const catalogs = await Promise.all(parts.map((part) => languages.page(locale, part)));
  const links = catalogs.map(({ version }, at) => {
    const href = `/api/locales/${locale}/${parts[at]}?v=${version}`;
    return `<link rel="preload" href="${href}" as="fetch" crossorigin="anonymous" />`;
  });
  return html
    .replace(/<html[^>]*>/, () => `<html lang="${locale}" dir="${catalogs[0]?.dir}">`)
    .replace('</title>', (end) => `${end}${links.join('')}`);
}

/** Names under /assets carry a hash of the content; the others may change with the next build. */
function cachingOf(path: string): string {
  return path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Where a widget that tells people from bots loads its parts from. */
const widgetSources = {
  off: '',
  pow: '',
  turnstile: ' https://challenges.cloudflare.com',
  hcaptcha: ' https://hcaptcha.com https://*.hcaptcha.com',
};

/**
 * No script but our own files, and those of the widget that the operator chose. Mantine sets styles inline. Signing in with a provider is a link, not a form, so that
 * its redirects need no exception.
 */
function policyOf({ branding, botProtection }: Config): string {
  const widget = widgetSources[botProtection.kind];
  return [
    "default-src 'none'",
    `script-src 'self'${widget}`,
    ...(widget ? [`frame-src${widget}`] : []),
    `style-src 'self' 'unsafe-inline'${widget}`,
    "font-src 'self'",
    `img-src 'self' data: blob:${logoSource(branding)}`,
    `connect-src 'self'${widget}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** In the page itself: no further request, and no flash of another color. */
function withBranding(
  html: string,
  config: Config,
  locales: readonly string[],
  shown: Pick<PageBranding, 'sso' | 'application' | 'organization'>,
): string {
  const { branding, providers, corsOrigins } = config;
  const page: PageBranding = {
    ...branding,
    locales,
    providers: providers.map(({ name, label }) => ({ name, label })),
    passkeys: config.passkeyDomain,
    emailLogin: config.emailLogin,
    ...(!config.emailVerification && { emailVerification: false }),
    ...(!config.features.accountDeletion && { accountDeletion: false }),
    ...shown,
    ...(config.severalOrganizations && { severalOrganizations: true }),
    ...(!config.organizationCreation && { organizationCreation: false }),
    ...(!config.organizationRoles && { organizationRoles: false }),
    ...(config.impersonationReason === 'required' && { impersonationReason: 'required' }),
    ...(!config.apiDocs && { documents: false }),
    ...(config.environment === 'development' && { setup: true }),
    ...(corsOrigins.length > 0 && { returnOrigins: corsOrigins }),
  };
  const content = escapeHtml(JSON.stringify(page));
  return html
    .replace('<!--branding-->', () => `<meta name="latchkey-branding" content="${content}" />`)
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(branding.productName)}</title>`);
}
