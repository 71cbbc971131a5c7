import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Source = { path: string; code: string; imports: string[] };

function sourcesOf(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      // A comment may name what the code must not do.
      const code = readFileSync(join(root, folder, path), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/(^|\s)\/\/.*$/gm, '$1');
      const modules =
        /^(?:import|export)\b[^;'=]*\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
      const imports = [...code.matchAll(modules)].flatMap(([, ...names]) => names.filter(Boolean));
      return { path: path.replaceAll('\\', '/'), code, imports };
    });
}

const isTest = ({ path }: Source) => /\.test\.tsx?$|(^|\/)testing/.test(path);
const server = sourcesOf('server/src').filter((source) => !isTest(source));
const contract = sourcesOf('contract/src').filter((source) => !isTest(source));

/** The files that break a rule; there must be none. */
const breaking = (sources: Source[], breaks: (source: Source) => boolean) =>
  sources.filter(breaks).map(({ path }) => path);

test('there are source files to check', () => {
  expect(server.length).toBeGreaterThan(100);
  expect(contract.length).toBeGreaterThan(15);
  expect(server.flatMap(({ imports }) => imports)).toEqual(
    expect.arrayContaining(['fastify', 'postgres', 'zod']),
  );
});

describe('SQL', () => {
  const statement =
    /\b\w+\s*(<[^`;]*>)?\s*`\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|DROP|SET|TRUNCATE|LOCK|AND|WHERE|ORDER|SHOW)\b/;
  const holdsSql = ({ code }: Source) => statement.test(code) || /\.unsafe\(/.test(code);

  test('appears only in store.ts files, the database folder and the outbox', () => {
    const allowed = /store\.ts$|^db\/|^email\/(outbox|queue)\.ts$/;
    expect(breaking(server, (source) => holdsSql(source) && !allowed.test(source.path))).toEqual([]);
    // A pattern that finds nothing would satisfy the rule.
    expect(server.filter(holdsSql).length).toBeGreaterThan(15);
  });

  test("never reads the database server's clock", () => {
    const stores = server.filter(({ path }) => path !== 'db/migrate.ts');
    expect(
      breaking(
        stores,
        (source) =>
          holdsSql(source) && /\b(now\(\)|CURRENT_TIMESTAMP)/i.test(source.code.replace(/\.now\(\)/g, '')),
      ),
    ).toEqual([]);
  });
});

describe('imports', () => {
  test('of the framework appear only in http/, app.ts, routes and the login response', () => {
    const allowed = /^http\/|^app\.ts$|(^|\/)routes\.ts$|^auth\/answer-login\.ts$/;
    const uses = ({ imports }: Source) => imports.some((name) => /^(fastify$|@fastify\/)/.test(name));
    expect(breaking(server, (source) => uses(source) && !allowed.test(source.path))).toEqual([]);
  });

  test('of the database driver appear only in db/', () => {
    const allowed = /^db\//;
    expect(
      breaking(server, (source) => source.imports.includes('postgres') && !allowed.test(source.path)),
    ).toEqual([]);
  });
});

/**
 * The house, from the top down. What is on a line may use only what is below it; areas use each other's verbs, stores
 * and presenters in this one direction.
 */
const layers = [
  ['main.ts'],
  ['cli'],
  ['processes'],
  ['serve.ts'],
  ['free-ports.ts', 'serve-metrics.ts'],
  ['start.ts'],
  ['demo', 'at-rest.ts', 'upkeep.ts', 'banner.ts', 'development-secrets.ts'],
  ['app.ts'],
  ['wire.ts'],
  ['outbox-store.ts'],
  ['oidc'],
  ['applications'],
  ['organization-webhooks'],
  ['webhooks'],
  ['oauth', 'reauthentication'],
  ['two-factor'],
  ['passkeys', 'email-code'],
  ['impersonation'],
  ['roles', 'setup'],
  ['users'],
  ['auth'],
  ['organizations'],
  ['keys'],
  ['audit-logs', 'emails', 'health'],
  ['http'],
  ['caller'],
  ['accounts'],
  ['deps.ts'],
  ['audit', 'email', 'vault'],
  ['crypto', 'db', 'limits', 'workers', 'outbound'],
  ['origin.ts', 'logger.ts'],
  ['config.ts'],
  ['config-warnings.ts', 'environment.ts'],
  ['config-fields.ts', 'present-user.ts'],
  [
    'clock.ts',
    'metrics.ts',
    'refusal.ts',
    'tracing.ts',
    'version.ts',
    'address.ts',
    'cookie-domain.ts',
    'database-url.ts',
    'loopback.ts',
    'recent.ts',
    'within-limit.ts',
  ],
];

describe('the layers', () => {
  const rooms = layers.flat();
  const roomOf = (path: string) => path.split('/')[0] ?? '';
  const levelOf = (room: string) => layers.findIndex((level) => level.includes(room));
  const arrows = server.flatMap(({ path, imports }) =>
    imports
      .filter((name) => name.startsWith('.'))
      .map((name) => ({ from: path, to: relative('.', join(dirname(path), name)) }))
      .filter(({ from, to }) => roomOf(from) !== roomOf(to)),
  );

  test('list every top-level folder and file exactly once', () => {
    expect(rooms.toSorted()).toEqual([...new Set(server.map(({ path }) => roomOf(path)))].sort());
  });

  test('allow no imports upward or sideways', () => {
    expect(arrows.length).toBeGreaterThan(300);
    const climbing = arrows.filter(({ from, to }) => levelOf(roomOf(from)) >= levelOf(roomOf(to)));
    expect(climbing.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test('let only app.ts import the routes of an area', () => {
    const reaches = ({ path, imports }: Source) =>
      path !== 'app.ts' && imports.some((name) => basename(name) === 'routes.ts');
    expect(breaking(server, reaches)).toEqual([]);
  });
});

describe('an endpoint declared in contract/src/X.ts', () => {
  // OAuth is one word.
  const kebab = (name: string) =>
    name.replace('OAuth', 'Oauth').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const declared = contract.flatMap(({ path, code }) =>
    [...code.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name = '']) => ({
      area: path.replace(/\.ts$/, ''),
      name,
    })),
  );

  test('has a function of the same name in the matching file in server/src/X/', () => {
    expect(declared.length).toBeGreaterThan(70);
    const missing = declared.filter(({ area, name }) => {
      const file = server.find(({ path }) => path === `${area}/${kebab(name)}.ts`);
      return !file || !new RegExp(`^export (async )?function ${name}\\b`, 'm').test(file.code);
    });
    expect(missing.map(({ area, name }) => `${area}/${kebab(name)}.ts: ${name}`)).toEqual([]);
  });
});

describe('file size', () => {
  const linesOf = (folder: string, { path }: Source) =>
    readFileSync(join(root, folder, path), 'utf8').split('\n').length;

  test('half of the server files have at most 60 lines', () => {
    const lengths = server.map((source) => linesOf('server/src', source)).sort((one, other) => one - other);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(60);
  });

  test('no file exceeds 250 lines, except a list of exports and generated code', () => {
    const exempt = ['contract/src/index.ts', 'sdk/src/endpoints.ts'];
    const long = ['server', 'contract', 'console', 'sdk', 'embedded-postgres'].flatMap((workspace) => {
      const folder = `${workspace}/src`;
      return sourcesOf(folder)
        .filter((source) => !isTest(source) && linesOf(folder, source) > 250)
        .map(({ path }) => `${folder}/${path}`);
    });
    expect(long.filter((path) => !exempt.includes(path))).toEqual([]);
  });
});

describe('the contract', () => {
  test('depends only on zod, not on Node.js or a framework', () => {
    const foreign = ({ imports }: Source) =>
      imports.some((name) => name !== 'zod' && !/^\.\/[\w-]+\.ts$/.test(name));
    expect(breaking(contract, foreign)).toEqual([]);
    expect(breaking(contract, ({ code }) => /\b(process|Buffer|require)\b\s*[.(]/.test(code))).toEqual([]);
  });
});

describe('the outside world', () => {
  test('process.env is read only in main.ts, config.ts and cli/', () => {
    const allowed = /^(main|config)\.ts$|^cli\//;
    expect(breaking(server, ({ path, code }) => /process\.env/.test(code) && !allowed.test(path))).toEqual(
      [],
    );
  });

  test('the current time is read only in clock.ts', () => {
    const allowed = /^clock\.ts$/;
    const reads = ({ code }: Source) => /\bDate\.now\(|\bnew Date\(\)/.test(code);
    expect(
      breaking([...server, ...contract], (source) => reads(source) && !allowed.test(source.path)),
    ).toEqual([]);
    expect(breaking(server, reads)).toContain('clock.ts');
  });

  test('Math.random is never used', () => {
    expect(breaking([...server, ...contract], ({ code }) => /\bMath\.random\b/.test(code))).toEqual([]);
  });

  test('only main.ts, the command line and wire.ts (for email in development) write to the console', () => {
    const allowed = /^(cli|main)\.ts$|^cli\/|^wire\.ts$/;
    expect(
      breaking(
        server,
        ({ path, code }) => /\bconsole\.(log|info|warn|error|debug)\(/.test(code) && !allowed.test(path),
      ),
    ).toEqual([]);
  });
});

describe('the house rules', () => {
  test('nothing is typed as any', () => {
    const breaks = ({ code }: Source) => /\bas any\b|: any\b|<any>/.test(code);
    expect(breaking([...server, ...contract], breaks)).toEqual([]);
  });

  test('no check except function length is suppressed, and no test is skipped', () => {
    const everything = ['server/src', 'contract/src', 'sdk/src'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('architecture.test.ts'))
        .map((path) => ({ path, text: readFileSync(join(root, folder, path), 'utf8') })),
    );
    const suppresses =
      /@ts-(ignore|expect-error|nocheck)|biome-ignore (?!lint\/complexity\/noExcessiveLinesPerFunction: \w)|\b(test|it|describe)\.(skip|only|todo|fails)\(/;
    expect(everything.filter(({ text }) => suppresses.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test('files have kebab-case names', () => {
    expect(
      breaking([...server, ...contract], ({ path }) => !/^([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(path)),
    ).toEqual([]);
  });
});
