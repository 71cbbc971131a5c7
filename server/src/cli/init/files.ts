// What goes into an application: files of its own, written once.

type Language = 'ts' | 'js';
const typed = (language: Language, type: string) => (language === 'ts' ? `: ${type}` : '');

/** For every framework with a server. */
export const serverFile = (language: Language) => `import { createLatchkey } from '@latchkey/sdk/server';

export const latchkeyUrl = process.env.LATCHKEY_URL ?? 'http://localhost:3000';
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

export const nextRoute = (place: string) => `import { protect } from '@latchkey/sdk/next';
import { latchkey } from '${place}';

export const GET = protect(latchkey)((request) => Response.json({ email: request.latchkey.user.email }));
`;

export const nextSignIn = (language: Language, place: string) => `import { signInUrl } from '${place}';

export const GET = (request${typed(language, 'Request')}) =>
  Response.redirect(signInUrl(new URL('/', request.url).href));
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

export const fetchSignIn = (
  language: Language,
  place: string,
  prerender = '',
) => `import { signInUrl } from '${place}';

${prerender}export const GET = ({ request }${typed(language, '{ request: Request }')}) =>
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

export const nestGuard =
  () => `import { type CanActivate, type ExecutionContext, HttpException, Injectable } from '@nestjs/common';
import { latchkey } from './latchkey';

/** \`@UseGuards(LatchkeyGuard)\` on a controller or a route; \`request.latchkey\` is the caller. */
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
