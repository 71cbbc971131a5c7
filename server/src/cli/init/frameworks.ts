import * as file from './files.ts';
import type { Project } from './project.ts';

/** What one framework needs, beside what all do. */
export type Plan = {
  framework: string;
  /** The port of the application while it is developed. */
  port: number;
  /** The variable with Latchkey's address, and the script that starts the application. */
  variable?: string;
  /** New files by path. One that exists is left as it is. */
  files: [path: string, content: string][];
  /** Lines to put into a file that is there, if it can be told where. */
  edit?: Edit;
  /** What is left to do by hand. */
  snippet?: string;
};

export type Edit = {
  /** Where the application is made, tried in this order. */
  paths: string[];
  /** The one line after which `lines` go. */
  after: RegExp;
  imports: string[];
  /** `app`: what that line calls the application. */
  lines(app: string): string[];
};

const bundled = 'vite';

/** The first that matches counts: those above bring those below along. */
const frameworks: [name: string, dependency: string, plan: (project: Project) => Omit<Plan, 'framework'>][] =
  [
    ['Next.js', 'next', next],
    ['Nuxt', 'nuxt', nuxt],
    ['SvelteKit', '@sveltejs/kit', svelteKit],
    ['React Router', '@react-router/dev', reactRouter],
    ['Astro', 'astro', astro],
    ['Nest', '@nestjs/core', nest],
    ['Hono', 'hono', hono],
    ['Fastify', 'fastify', fastify],
    ['Express', 'express', express],
    ['Vite', bundled, singlePage],
  ];

export const frameworkNames = frameworks.map(([name]) => name);

/** Undefined: none that we know. */
export function planFor(project: Project): Plan | undefined {
  const found = frameworks.find(([, dependency]) => project.uses(dependency));
  return found && { framework: found[0], ...found[2](project) };
}

const serverPort = 4000;
const vitePort = 5173;
const astroPort = 4321;

function next(project: Project) {
  const { extension } = project;
  const base = project.has('src/app') ? 'src/' : '';
  return {
    port: serverPort,
    files: [
      [`${base}latchkey.${extension}`, file.serverFile(extension)],
      [`${base}app/api/me/route.${extension}`, file.nextRoute('../../../latchkey')],
      [`${base}app/sign-in/route.${extension}`, file.nextSignIn(extension, '../../latchkey')],
    ] as Plan['files'],
  };
}

function nuxt() {
  return {
    port: serverPort,
    files: [
      ['server/utils/latchkey.ts', file.serverFile('ts')],
      ['server/api/me.get.ts', file.nuxtRoute()],
      ['server/routes/sign-in.get.ts', file.nuxtSignIn()],
    ] as Plan['files'],
  };
}

function svelteKit({ extension }: Project) {
  return {
    port: vitePort,
    files: [
      [`src/lib/server/latchkey.${extension}`, file.serverFile(extension, file.environments.svelteKit)],
      [`src/hooks.server.${extension}`, file.svelteHooks(extension)],
      [`src/routes/me/+server.${extension}`, file.fetchRoute(extension, '$lib/server/latchkey')],
      [`src/routes/sign-in/+server.${extension}`, file.svelteSignIn(extension)],
    ] as Plan['files'],
  };
}

function reactRouter({ extension }: Project) {
  return {
    port: vitePort,
    files: [
      [`app/latchkey.server.${extension}`, file.serverFile(extension)],
      [`app/routes/me.${extension}`, file.reactRouterRoute(extension)],
    ] as Plan['files'],
    snippet: `In app/routes.${extension}, add the route:\n\n  route('me', 'routes/me.${extension}'),`,
  };
}

function astro({ extension }: Project) {
  const dynamic = 'export const prerender = false;\n\n';
  return {
    port: astroPort,
    files: [
      [`src/latchkey.${extension}`, file.serverFile(extension, file.environments.astro)],
      [`src/middleware.${extension}`, file.astroMiddleware(extension)],
      [`src/pages/me.json.${extension}`, file.fetchRoute(extension, '../latchkey', dynamic)],
      [`src/pages/sign-in.${extension}`, file.astroSignIn(extension)],
    ] as Plan['files'],
    snippet: 'Pages that ask who is signed in need an adapter, such as: npx astro add node',
  };
}

function nest({ isModule }: Project) {
  const ending = isModule ? '.js' : '';
  return {
    port: serverPort,
    files: [
      ['src/latchkey.ts', file.serverFile('ts', file.environments.node)],
      ['src/latchkey.guard.ts', file.nestGuard(ending)],
      ['src/latchkey.controller.ts', file.nestController(ending)],
    ] as Plan['files'],
    snippet: `In src/app.module.ts:\n\n  import { LatchkeyController } from './latchkey.controller${ending}';\n\n  controllers: [AppController, LatchkeyController],`,
  };
}

const entries = ['server', 'index', 'app', 'main', 'src/server', 'src/index', 'src/app', 'src/main'];

function backend(project: Project, kind: string, edit: Pick<Edit, 'after' | 'lines'>) {
  const { extension, manifest, isModule } = project;
  // Outside a module, Node.js takes only this ending for one.
  const own = extension === 'js' && !isModule ? 'mjs' : extension;
  const started = Object.values(manifest.scripts).flatMap(
    (script) => /[\w./-]+\.[cm]?[jt]s\b/.exec(script) ?? [],
  );
  const paths = [...started, ...(manifest.main ? [manifest.main] : [])];
  const first = paths.find((path) => project.has(path));
  const folder = first?.includes('/') ? `${first.split('/').slice(0, -1).join('/')}/` : '';
  const tried = entries.flatMap((name) => ['ts', 'mjs', 'js'].map((ending) => `${name}.${ending}`));
  return {
    port: serverPort,
    files: [
      [`${folder}latchkey.${own}`, file.serverFile(extension, file.environments.node)],
    ] as Plan['files'],
    edit: {
      ...edit,
      paths: [...paths, ...tried],
      imports: [
        `import { protect } from '@latchkey/sdk/${kind}';`,
        `import { latchkey, signInUrl } from './latchkey.${own === 'ts' ? 'js' : own}';`,
      ],
    },
  };
}

function express(project: Project) {
  return backend(project, 'express', {
    after: /^const (\w+) = express\(\);?$/,
    lines: (app) => [
      `${app}.get('/me', protect(latchkey), (request, response) => {`,
      '  response.json({ email: request.latchkey.user.email });',
      '});',
      `${app}.get('/sign-in', (request, response) => {`,
      `  response.redirect(signInUrl(\`\${request.protocol}://\${request.get('host')}/\`));`,
      '});',
    ],
  });
}

function fastify(project: Project) {
  return backend(project, 'fastify', {
    after: /^const (\w+) = [Ff]astify\(.*\);?$/,
    lines: (app) => [
      `${app}.get('/me', { onRequest: protect(latchkey) }, (request, reply) => {`,
      '  reply.send({ email: request.latchkey.user.email });',
      '});',
      `${app}.get('/sign-in', (request, reply) => {`,
      `  reply.redirect(signInUrl(\`\${request.protocol}://\${request.host}/\`));`,
      '});',
    ],
  });
}

function hono(project: Project) {
  return backend(project, 'hono', {
    after: /^const (\w+) = new Hono(?:<.*>)?\(.*\);?$/,
    lines: (app) => [
      `${app}.get('/me', protect(latchkey), (c) => c.json({ email: c.get('latchkey').user.email }));`,
      `${app}.get('/sign-in', (c) => c.redirect(signInUrl(new URL('/', c.req.url).href)));`,
    ],
  });
}

function singlePage(project: Project) {
  const isReact = project.uses('react');
  return {
    port: vitePort,
    variable: 'VITE_LATCHKEY_URL',
    files: [[`src/latchkey.${project.extension}`, file.pageFile()]] as Plan['files'],
    snippet: isReact
      ? `Around your components:\n\n  import { LatchkeyProvider, SignedIn, SignedOut, SignInButton, UserButton } from '@latchkey/sdk/react';\n\n  <LatchkeyProvider baseUrl={import.meta.env.VITE_LATCHKEY_URL}>\n    <SignedOut><SignInButton /></SignedOut>\n    <SignedIn><UserButton /></SignedIn>\n  </LatchkeyProvider>`
      : `In a page:\n\n  import { api, signIn, signOut } from './latchkey';\n\n  const { user } = await api.me(); // throws UNAUTHENTICATED if the person isn't signed in`,
  };
}
