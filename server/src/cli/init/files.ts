// What goes into an application: files of its own, written once.

type Language = 'ts' | 'js';
const typed = (language: Language, type: string) => (language === 'ts' ? `: ${type}` : '');

/** Where a framework keeps the variables of `.env`: what to import, and how to read one. */
type Environment = { lines: string; url: string };
const ofProcess: Environment = { lines: '', url: 'process.env.LATCHKEY_URL' };
export const environments = {
  /** No framework reads the file: Node.js does. */
  node: {
    ...ofProcess,
    lines: `
try {
  process.loadEnvFile();
} catch {
  // There is no .env: the environment has what it would say.
}
`,
  },
  svelteKit: { lines: "import { env } from '$env/dynamic/private';\n", url: 'env.LATCHKEY_URL' },
  astro: { lines: "import { getSecret } from 'astro:env/server';\n", url: "getSecret('LATCHKEY_URL')" },
};

/** For every framework with a server. */
export const serverFile = (
  language: Language,
  { lines, url } = ofProcess,
) => `import { createLatchkey } from '@latchkey/sdk/server';
${lines}
export const latchkeyUrl = ${url} ?? 'http://localhost:3000';
export const latchkey = createLatchkey({ url: latchkeyUrl });

/** Where people sign in; they come back to this address of your application. */
export const signInUrl = (returnTo${typed(language, 'string')}) =>
  \`\${latchkeyUrl}/login?returnTo=\${encodeURIComponent(returnTo)}\`;

/** For a page: a link can't sign out, because that needs the CSRF token. */
export const signOutButton = \`<button onclick="fetch('\${latchkeyUrl}/api/auth/logout', {
  method: 'POST',
  credentials: 'include',
  headers: { 'X-CSRF-Token': /csrf_token=([^;]+)/.exec(document.cookie)?.[1] ?? '' },
}).then(() => location.reload())">Sign out</button>\`;
`;

export const pageFile = () => `import { createClient } from '@latchkey/sdk';

const baseUrl = import.meta.env.VITE_LATCHKEY_URL ?? 'http://localhost:3000';
export const api = createClient({ baseUrl });

/** Leads to Latchkey's pages, and back here. */
export function signIn() {
  location.assign(\`\${baseUrl}/login?returnTo=\${encodeURIComponent(location.href)}\`);
}

export async function signOut() {
  await api.logout();
  location.reload();
}
`;

const behindProxy =
  "/** Behind a proxy, the request's own address is where the application listens, not where people come from. */";
const redirect = `  const protocol = headers.get('x-forwarded-proto')?.split(',')[0] ?? 'http';
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return Response.redirect(signInUrl(\`\${protocol}://\${host}/\`));`;

export const nextRoute = (place: string) => `import { protect } from '@latchkey/sdk/next';
import { latchkey } from '${place}';

export const GET = protect(latchkey)((request) => Response.json({ email: request.latchkey.user.email }));
`;

export const nextSignIn = (language: Language, place: string) => `import { signInUrl } from '${place}';

${behindProxy}
export function GET({ headers }${typed(language, 'Request')}) {
${redirect}
}
`;

export const astroSignIn = (language: Language) => `import { signInUrl } from '../latchkey';

export const prerender = false;

${behindProxy}
export function GET({ request: { headers } }${typed(language, '{ request: Request }')}) {
${redirect}
}
`;

/** Nuxt imports by itself what these use, server/utils/ included. */
export const nuxtRoute = () => `export default defineEventHandler(async (event) => {
  const { caller, refused } = await latchkey.authenticate(event.node.req);
  if (refused) throw createError({ statusCode: refused.status, statusMessage: refused.code });
  return { email: caller.user.email };
});
`;

export const nuxtSignIn =
  () => `export default defineEventHandler((event) => sendRedirect(event, signInUrl(\`\${getRequestURL(event).origin}/\`)));
`;

export const svelteHooks = (language: Language) =>
  language === 'ts'
    ? `import type { Handle } from '@sveltejs/kit';
import { latchkey } from '$lib/server/latchkey';

export const handle: Handle = async ({ event, resolve }) => {
  const { caller } = await latchkey.authenticate(event.request);
  Object.assign(event.locals, { caller });
  return resolve(event);
};
`
    : `import { latchkey } from '$lib/server/latchkey';

export async function handle({ event, resolve }) {
  const { caller } = await latchkey.authenticate(event.request);
  Object.assign(event.locals, { caller });
  return resolve(event);
}
`;

/** A route of SvelteKit or Astro that says who is signed in. */
export const fetchRoute = (
  language: Language,
  place: string,
  prerender = '',
) => `import { latchkey } from '${place}';

${prerender}export async function GET({ request }${typed(language, '{ request: Request }')}) {
  const { caller, refused } = await latchkey.authenticate(request);
  if (refused) return Response.json({ error: refused.code }, { status: refused.status });
  return Response.json({ email: caller.user.email });
}
`;

export const svelteSignIn = (language: Language) => `import { signInUrl } from '$lib/server/latchkey';

export const GET = ({ request }${typed(language, '{ request: Request }')}) =>
  Response.redirect(signInUrl(new URL('/', request.url).href));
`;

export const astroMiddleware = (language: Language) => `import { latchkey } from './latchkey';

export async function onRequest(context${typed(language, '{ request: Request; locals: object }')}, next${typed(language, '() => Promise<Response>')}) {
  const { caller } = await latchkey.authenticate(context.request);
  Object.assign(context.locals, { caller });
  return next();
}
`;

export const reactRouterRoute = (
  language: Language,
) => `import { latchkey, signInUrl } from '../latchkey.server';

/** People who are not signed in go to sign in, and come back. */
export async function loader({ request }${typed(language, '{ request: Request }')}) {
  const { caller, refused } = await latchkey.authenticate(request);
  if (refused?.status === 503) throw new Response('Try again in a moment.', { status: 503 });
  if (!caller) throw Response.redirect(signInUrl(request.url));
  return Response.json({ email: caller.user.email });
}
`;

/** `ending`: that of imports. ES modules need one. */
export const nestGuard = (
  ending: string,
) => `import { type CanActivate, type ExecutionContext, HttpException, Injectable } from '@nestjs/common';
import type { Caller } from '@latchkey/sdk/server';
import { latchkey } from './latchkey${ending}';

/** What a route behind the guard gets with \`@Req()\`. */
export type Guarded = { latchkey: Caller };

/** \`@UseGuards(LatchkeyGuard)\` on a controller or a route. */
@Injectable()
export class LatchkeyGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    const { caller, refused } = await latchkey.authenticate(request);
    if (refused) throw new HttpException({ error: refused.code }, refused.status);
    request.latchkey = caller;
    return true;
  }
}
`;

export const nestController = (
  ending: string,
) => `import { Controller, Get, Redirect, Req, UseGuards } from '@nestjs/common';
import { signInUrl } from './latchkey${ending}';
import { type Guarded, LatchkeyGuard } from './latchkey.guard${ending}';

@Controller()
export class LatchkeyController {
  @UseGuards(LatchkeyGuard)
  @Get('me')
  me(@Req() request: Guarded) {
    return { email: request.latchkey.user.email };
  }

  @Get('sign-in')
  @Redirect()
  signIn(@Req() request: { protocol: string; headers: { host?: string } }) {
    return { url: signInUrl(\`\${request.protocol}://\${request.headers.host}/\`) };
  }
}
`;
