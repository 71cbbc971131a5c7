import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A framework's own new application, and what a person does with it. */
export type Application = {
  /** Its package, whose version is reported. */
  dependency: string;
  /** What makes it, in a folder called `app`. */
  create?: string;
  /** It downloads its template from GitHub. */
  needsGitHub?: boolean;
  /** Our smallest one: the files of this page in docs/quickstarts. */
  page?: string;
  /** What tells who is signed in, and what leads there. */
  whoAmI: string;
  signIn: string;
  /** It goes by a proxy's headers without being told to. */
  isForwarded?: true;
  /** What `init` prints and leaves to the reader. Our page may have done it already. */
  finish?(folder: string): string | undefined;
  /** Checks the types. */
  types?: string;
  /** After `npm run dev --`, on a port. None: the port is in the environment. */
  portOption?: string;
  /** Builds it, and starts what was built. */
  build?: string;
  start?: string;
};

/** Changes a file of the application as `init` says. What isn't there was written otherwise, and stays. */
function rewrite(folder: string, file: string, from: RegExp, to: string): void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  if (!from.test(before)) throw new Error(`${file} isn't what it was: ${before}`);
  writeFileSync(path, before.replace(from, to));
}

export const applications: Record<string, Application> = {
  'Next.js': {
    dependency: 'next',
    create:
      'create-next-app@latest app --ts --app --no-src-dir --no-tailwind --no-eslint --skip-install --disable-git --yes',
    page: 'next',
    whoAmI: '/api/me',
    signIn: '/sign-in',
    isForwarded: true,
    types: 'npx next typegen && npx tsc --noEmit',
    build: 'npm run build',
    start: 'npm start',
  },
  Nuxt: {
    dependency: 'nuxt',
    create: 'create-nuxt@latest app --template minimal --packageManager npm --no-gitInit --no-install',
    needsGitHub: true,
    page: 'nuxt',
    whoAmI: '/api/me',
    signIn: '/sign-in',
    build: 'npx nuxt build',
    start: 'node .output/server/index.mjs',
  },
  SvelteKit: {
    dependency: '@sveltejs/kit',
    create: 'sv@latest create app --template minimal --types ts --no-add-ons --no-install',
    page: 'sveltekit',
    whoAmI: '/me',
    signIn: '/sign-in',
    types: 'npm run check',
    portOption: '--port',
    build: 'npx vite build',
    start: 'npx vite preview --port $PORT',
  },
  'React Router': {
    dependency: 'react-router',
    create: 'create-react-router@latest app --yes --no-install --no-git-init',
    needsGitHub: true,
    page: 'react-router',
    whoAmI: '/me',
    signIn: '/me',
    finish(folder) {
      rewrite(folder, 'app/routes.ts', /\bindex }/, 'index, route }');
      rewrite(folder, 'app/routes.ts', /(index\(.+?\))/, "$1, route('me', 'routes/me.ts')");
      return undefined;
    },
    types: 'npm run typecheck',
    portOption: '--port',
    build: 'npx react-router build',
    start: 'npx react-router-serve build/server/index.js',
  },
  Astro: {
    dependency: 'astro',
    create: 'create-astro@latest app --template minimal --no-install --no-git --yes',
    needsGitHub: true,
    page: 'astro',
    whoAmI: '/me.json',
    signIn: '/sign-in',
    isForwarded: true,
    finish: () => 'npx astro add node --yes',
    portOption: '--port',
    build: 'npx astro build',
    start: 'node dist/server/entry.mjs',
  },
  Nest: {
    dependency: '@nestjs/core',
    create: '@nestjs/cli@latest new app --package-manager npm --skip-git --skip-install',
    page: 'nest',
    whoAmI: '/me',
    signIn: '/sign-in',
    finish(folder) {
      rewrite(folder, 'src/app.module.ts', /controllers: \[/, 'controllers: [LatchkeyController, ');
      rewrite(
        folder,
        'src/app.module.ts',
        /^/,
        "import { LatchkeyController } from './latchkey.controller.js';\n",
      );
      return undefined;
    },
    types: 'npx tsc --noEmit',
    build: 'npm run build',
    start: 'npm run start:prod',
  },
  Express: {
    dependency: 'express',
    page: 'express',
    whoAmI: '/me',
    signIn: '/sign-in',
    start: 'node server.js',
  },
  Fastify: {
    dependency: 'fastify',
    page: 'fastify',
    whoAmI: '/me',
    signIn: '/sign-in',
    start: 'node server.js',
  },
  Hono: { dependency: 'hono', page: 'hono', whoAmI: '/me', signIn: '/sign-in', start: 'node server.js' },
};

/** Its page signs people in and out; there is nothing to ask without a browser. */
export const singlePage: Application = {
  dependency: 'vite',
  create: 'create-vite@latest app --template react-ts --no-interactive',
  page: 'vite',
  whoAmI: '/',
  signIn: '/',
  finish(folder) {
    const file = 'src/main.tsx';
    rewrite(folder, file, /^/, `import { ${names} } from '@latchkey/sdk/react';\n`);
    rewrite(folder, file, /<App \/>/, around);
    return undefined;
  },
  types: 'npx tsc -b',
  portOption: '--port',
  build: 'npx vite build',
  start: 'npx vite preview --port $PORT',
};
const names = 'LatchkeyProvider, SignedIn, SignedOut, SignInButton, UserButton';
const around = `<LatchkeyProvider baseUrl={import.meta.env.VITE_LATCHKEY_URL}>
    <SignedOut><SignInButton /></SignedOut>
    <SignedIn><UserButton /></SignedIn>
    <App />
  </LatchkeyProvider>`;
