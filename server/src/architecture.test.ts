import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints, lifetimes } from '@latchkey/contract';
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

/** The files that import each other, directly or in a circle. */
function circlesIn(sources: Source[]): string[] {
  const below = new Map(sources.map(({ path, imports }) => [path, within(path, imports)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, above: string[]) => {
    if (above.includes(path)) circles.push([...above.slice(above.indexOf(path)), path].join(' -> '));
    if (done.has(path) || above.includes(path)) return;
    for (const next of below.get(path) ?? []) visit(next, [...above, path]);
    done.add(path);
  };
  for (const path of below.keys()) visit(path, []);
  return circles;
}

/** What a file imports from its own folder or from one beside it. */
const within = (path: string, imports: string[]) =>
  imports
    .filter((name) => name.startsWith('.'))
    .map((name) => relative('.', join(dirname(path), name)).replaceAll('\\', '/'));

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
    const allowed = /store\.ts$|^platform\/db\/|^records\/email\/outbox\.ts$/;
    expect(breaking(server, (source) => holdsSql(source) && !allowed.test(source.path))).toEqual([]);
    // A pattern that finds nothing would satisfy the rule.
    expect(server.filter(holdsSql).length).toBeGreaterThan(15);
  });

  test('is written by hand in fewer and fewer tests: server/testing has verbs for what they share', () => {
    const tests = sourcesOf('server/src').filter(isTest);
    const statements = tests.flatMap(({ code }) => code.match(new RegExp(statement, 'g')) ?? []);
    // Lower these when you write a verb; never raise them.
    expect(tests.filter(holdsSql).length).toBeLessThanOrEqual(184);
    expect(statements.length).toBeLessThanOrEqual(1058);
    expect(statements.length).toBeGreaterThan(100);
  });

  test("never reads the database server's clock", () => {
    const stores = server.filter(({ path }) => path !== 'platform/db/migrate.ts');
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
  test('of the framework appear only in http/, app.ts and routes', () => {
    const allowed = /^http\/|^runtime\/app\.ts$|\/routes\.ts$/;
    const uses = ({ imports }: Source) => imports.some((name) => /^(fastify$|@fastify\/)/.test(name));
    expect(breaking(server, (source) => uses(source) && !allowed.test(source.path))).toEqual([]);
  });

  test('of the database driver appear only in db/', () => {
    const allowed = /^platform\/db\//;
    expect(
      breaking(server, (source) => source.imports.includes('postgres') && !allowed.test(source.path)),
    ).toEqual([]);
  });
});

/** The house, from the top down: code in a room may use only the rooms below it. */
const rooms = ['cli', 'runtime', 'features', 'http', 'identity', 'records', 'platform'];

/** Inside a room, from the top down: what is on a line may use only what is on the lines below it. */
const inside: Record<string, string[][]> = {
  cli: [
    ['main.ts'],
    ['program.ts'],
    ['for-the-service.ts'],
    ['backup'],
    ['accounts.ts', 'applications.ts', 'audit.ts', 'migrate.ts', 'secrets.ts', 'serve.ts'],
    ['for-developers.ts', 'for-files.ts', 'ways-back.ts'],
    ['dev'],
    ['configuration', 'database', 'demo', 'doctor', 'init', 'mails'],
    ['hooks.ts', 'policy.ts', 'sso.ts', 'users.ts', 'webhooks.ts'],
    ['reporting-command.ts', 'with-deps.ts'],
    ['output.ts'],
  ],
  runtime: [
    ['processes'],
    ['serve.ts'],
    ['start.ts', 'heartbeat.ts'],
    ['upkeep.ts', 'development-secrets.ts'],
    ['app.ts'],
    ['wire.ts'],
    ['upkeep-store.ts', 'node-store.ts', 'addresses.ts'],
  ],
  features: [
    ['user-access'],
    ['personal-data', 'mcp'],
    ['oidc'],
    ['applications'],
    ['settings', 'statistics'],
    ['destinations'],
    ['webhooks'],
    ['sso', 'scim'],
    ['social-login', 'reauthentication'],
    ['two-factor'],
    ['passkeys', 'email-codes'],
    ['impersonation', 'branding'],
    ['team-roles'],
    ['roles', 'setup'],
    ['users'],
    ['auth'],
    ['organizations'],
    ['policies'],
    ['keys', 'organization-keys', 'domains', 'directories'],
    ['audit-logs', 'challenges', 'checks', 'emails', 'health', 'hooks', 'languages'],
  ],
  identity: [
    ['connections', 'relying-party'],
    ['recovery'],
    ['memberships'],
    ['caller'],
    ['sign-in'],
    ['credentials'],
    ['attempts'],
    ['policies'],
    ['sessions'],
    ['hooks'],
    ['accounts'],
    ['deps.ts'],
  ],
  records: [['email'], ['hooks'], ['vault'], ['audit'], ['present-user.ts', 'origin.ts']],
  platform: [
    ['bots', 'outbound'],
    ['limits', 'workers', 'crypto', 'db', 'languages'],
    ['log.ts', 'tracing.ts', 'metrics.ts'],
    ['config'],
    ['address.ts', 'clock.ts', 'domain-name.ts', 'package.ts', 'recent.ts', 'refusal.ts'],
  ],
};

describe('the rooms', () => {
  const roomOf = (path: string) => path.split('/')[0] ?? '';
  const placeOf = (path: string) => path.split('/')[1] ?? '';
  const arrows = server.flatMap(({ path, imports }) =>
    within(path, imports).map((to) => ({ from: path, to })),
  );
  const written = (found: typeof arrows) => found.map(({ from, to }) => `${from} -> ${to}`);

  test('are these seven, and no file lies outside them', () => {
    expect([...new Set(server.map(({ path }) => roomOf(path)))].sort()).toEqual(rooms.toSorted());
  });

  test('allow no imports upward', () => {
    expect(arrows.length).toBeGreaterThan(600);
    const climbing = ({ from, to }: (typeof arrows)[number]) =>
      rooms.indexOf(roomOf(from)) > rooms.indexOf(roomOf(to));
    expect(written(arrows.filter(climbing))).toEqual([]);
  });

  test.each(rooms.filter((room) => room in inside))('%s lists its folders and files exactly once', (room) => {
    const found = server.filter(({ path }) => roomOf(path) === room).map(({ path }) => placeOf(path));
    expect(inside[room]?.flat().toSorted()).toEqual([...new Set(found)].sort());
  });

  test.each(rooms.filter((room) => room in inside))('%s allows no imports upward or sideways', (room) => {
    const levelOf = (path: string) => inside[room]?.findIndex((level) => level.includes(placeOf(path))) ?? -1;
    const within = arrows.filter(
      ({ from, to }) => roomOf(from) === room && roomOf(to) === room && placeOf(from) !== placeOf(to),
    );
    expect(within.length).toBeGreaterThan(1);
    expect(written(within.filter(({ from, to }) => levelOf(from) >= levelOf(to)))).toEqual([]);
  });

  test('hold no files that import each other, directly or in a circle', () => {
    expect(circlesIn(server)).toEqual([]);
    expect(circlesIn(sourcesOf('e2e'))).toEqual([]);
    expect(circlesIn(sourcesOf('server/testing'))).toEqual([]);
  });

  test('let only app.ts import the routes of a feature', () => {
    const reaches = ({ path, imports }: Source) =>
      path !== 'runtime/app.ts' && imports.some((name) => basename(name) === 'routes.ts');
    expect(breaking(server, reaches)).toEqual([]);
  });
});

describe('starting', () => {
  /** The packages that files import by themselves, in turn; types and `import()` load nothing. */
  const loadedBy = (roots: string[]) => {
    const statics = /^(?:import|export)(?! type)\b[^;'=]*\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm;
    const seen = new Set<string>();
    const visit = (path: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      const { code = '' } = server.find((source) => source.path === path) ?? {};
      for (const [, from, bare] of code.matchAll(statics)) {
        const name = from ?? bare ?? '';
        visit(name.startsWith('.') ? relative('.', join(dirname(path), name)).replaceAll('\\', '/') : name);
      }
    };
    roots.forEach(visit);
    return seen;
  };

  test('loads nothing of single sign-on, SAML or DNS names: that costs only those who use it', () => {
    const libraries = ['openid-client', 'xml-crypto', '@xmldom/xmldom', 'tldts'];
    const all = loadedBy(server.map(({ path }) => path));
    const dynamic = server.flatMap(({ imports }) => imports);
    expect(libraries.filter((name) => !all.has(name) && !dynamic.includes(name))).toEqual([]);
    const started = loadedBy(server.map(({ path }) => path).filter((path) => path.startsWith('runtime/')));
    expect(started).toContain('fastify');
    expect(started).toContain('features/sso/sign-in.ts');
    expect([...started].filter((name) => libraries.includes(name))).toEqual([]);
  });
});

describe('an endpoint declared in contract/src/X.ts', () => {
  const declared = contract.flatMap(({ path, code }) => {
    const single = [...code.matchAll(/^export const (\w+) = endpoint\(/gm)].map(([, name = '']) => name);
    // What the service and organizations both have is declared by a function and shares one function here.
    const twice = [...code.matchAll(/^export const \{([^}]*)\} = (\w+)Routes\.\w+;/gm)].flatMap(
      ([, names = '']) =>
        [...names.matchAll(/: (\w+)/g)].map(([, name = '']) => name.replace('Organization', '')),
    );
    // So do endpoints that differ only in where the input is.
    const names = [...single.map((name) => name.replace(/ByQuery$/, '')), ...twice];
    return names.map((name) => ({ feature: path.replace(/\.ts$/, ''), name }));
  });

  test('has a function of the same name in server/src/features/X/', () => {
    expect(declared).toHaveLength(Object.keys(endpoints).length);
    const missing = declared.filter(({ feature, name }) => {
      const decides = new RegExp(`^export (async )?function ${name}\\b`, 'm');
      return !server.some(({ path, code }) => path.startsWith(`features/${feature}/`) && decides.test(code));
    });
    expect(missing.map(({ feature, name }) => `features/${feature}/: ${name}`)).toEqual([]);
  });
});

describe('file size', () => {
  const linesOf = (folder: string, { path }: Source) =>
    readFileSync(join(root, folder, path), 'utf8').split('\n').length;

  test('no file exceeds 300 lines, except generated code and catalogs of texts', () => {
    const exempt = ['sdk/src/endpoints.ts'];
    const long = ['server', 'contract', 'console', 'sdk', 'embedded-postgres'].flatMap((workspace) => {
      const folder = `${workspace}/src`;
      return sourcesOf(folder)
        .filter((source) => !isTest(source) && linesOf(folder, source) > 300)
        .map(({ path }) => `${folder}/${path}`);
    });
    const isCatalog = (path: string) => /^contract\/src\/locales\/[a-z-]+\//.test(path);
    expect(long.filter((path) => !exempt.includes(path) && !isCatalog(path))).toEqual([]);
  });
});

describe('the contract', () => {
  test('depends only on zod, not on Node.js or a framework', () => {
    const isOwn = (path: string, name: string) =>
      /^(\.\.?\/)+[\w/-]+\.ts$/.test(name) && !join(dirname(path), name).startsWith('..');
    const foreign = ({ path, imports }: Source) =>
      imports.some((name) => name !== 'zod' && !isOwn(path, name));
    expect(breaking(contract, foreign)).toEqual([]);
    // The key of a text may hold such a word.
    const ownCode = ({ code }: Source) => code.replace(/^ {2}'[\w.]+':/gm, '');
    const ofNode = /\b(process|Buffer|require)\b\s*[.(]/;
    expect(breaking(contract, (source) => ofNode.test(ownCode(source)))).toEqual([]);
  });
});

describe('the outside world', () => {
  test('process.env is read only in config.ts and cli/', () => {
    const allowed = /^platform\/config\/config\.ts$|^cli\//;
    expect(breaking(server, ({ path, code }) => /process\.env/.test(code) && !allowed.test(path))).toEqual(
      [],
    );
  });

  test('the current time is read only in clock.ts', () => {
    const allowed = /^platform\/clock\.ts$/;
    const reads = ({ code }: Source) => /\bDate\.now\(|\bnew Date\(\)/.test(code);
    expect(
      breaking([...server, ...contract], (source) => reads(source) && !allowed.test(source.path)),
    ).toEqual([]);
    expect(breaking(server, reads)).toContain('platform/clock.ts');
  });

  test('Math.random is never used', () => {
    expect(breaking([...server, ...contract], ({ code }) => /\bMath\.random\b/.test(code))).toEqual([]);
  });

  test('only the command line and wire.ts (for email in development) write to the console', () => {
    const allowed = /^cli\/|^runtime\/wire\.ts$/;
    expect(
      breaking(
        server,
        ({ path, code }) => /\bconsole\.(log|info|warn|error|debug)\(/.test(code) && !allowed.test(path),
      ),
    ).toEqual([]);
  });
});

describe('state', () => {
  test('is kept in deps, not in modules, except for pure caches', () => {
    const allowed = [
      'http/serialize.ts',
      'http/serialize-lists.ts',
      'identity/caller/person.ts',
      'platform/clock.ts',
      'platform/crypto/passwords.ts',
      'platform/db/messages.ts',
    ];
    const keeps = ({ code }: Source) =>
      /^(export )?(let|var)\b|^(export )?const \w+\b(?!: Readonly)[^=\n]* = new (Weak)?(Map|Set)\b/m.test(
        code,
      );
    expect(breaking(server, keeps).filter((path) => !allowed.includes(path))).toEqual([]);
    expect(breaking(server, keeps)).toContain('platform/clock.ts');
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

  test('comments name their subject', () => {
    const vague = /\b(whoever|somebody|nobody|anybody|everybody)\b/i;
    const folders = [
      'server/src',
      'server/testing',
      'server/migrations',
      'contract/src',
      'sdk/src',
      'console/src',
    ];
    const breaks = [...folders, 'scripts', 'e2e'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(tsx?|mjs|sql)$/.test(path) && path !== 'endpoints.ts')
        .filter((path) =>
          [
            ...readFileSync(join(root, folder, path), 'utf8').matchAll(
              path.endsWith('.sql') ? /--.*$/gm : /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm,
            ),
          ].some(([comment]) => vague.test(comment)),
        )
        .map((path) => `${folder}/${path}`),
    );
    expect(breaks).toEqual([]);
  });

  test('files have kebab-case names', () => {
    expect(
      breaking([...server, ...contract], ({ path }) => !/^([a-z0-9-]+\/)*[a-z0-9-]+\.ts$/.test(path)),
    ).toEqual([]);
  });
});

/** The number as a text of ours writes it. */
const inWords = (count: number) =>
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')[count] ?? String(count);

describe('ARCHITECTURE.md', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const text = read('ARCHITECTURE.md');
  const stepsOf = (list: string) => {
    const [, names = ''] =
      new RegExp(`const ${list}: readonly Step\\[\\] = \\[([^\\]]+)\\]`).exec(
        read('server/src/http/route.ts'),
      ) ?? [];
    return names.split(',').flatMap((name) => name.trim() || []);
  };
  const [beforeBody, withBody] = [stepsOf('beforeBody'), stepsOf('withBody')];

  test('lists the steps of a request as the kernel walks them, and how many need no body', () => {
    const told = [...text.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(beforeBody.length).toBeGreaterThan(5);
    expect(told).toEqual([...beforeBody, ...withBody]);
    expect(text).toContain(`The first ${inWords(beforeBody.length)} need no body`);
  });

  test('draws every room, and every folder of features, identity, records and platform', () => {
    const [, , , drawing = ''] = text.split('```');
    const folders = (room: string) =>
      readdirSync(join(root, 'server/src', room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    const drawn = new Set(drawing.match(/[\w-]+/g));
    const rooms = folders('.');
    const inside = ['features', 'identity', 'records', 'platform'].flatMap(folders);
    expect(inside.length).toBeGreaterThan(40);
    expect([...rooms, ...inside].filter((name) => !drawn.has(name))).toEqual([]);
  });

  test('tells settings as they are', () => {
    const told: [RegExp, number][] = [
      [/last proof is at most (\w+) minutes old/, lifetimes.recentProofMinutes],
      [/takes one of the address's (\w+) slots/, 5],
    ];
    expect(told.map(([pattern]) => pattern.exec(text)?.[1])).toEqual(told.map(([, value]) => inWords(value)));
  });
});

describe('the nouns of CONTRIBUTING.md', () => {
  const rows = [
    ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
      /^\| ([a-z]+) \| [^|]+ \| ((?:`[^`]+`(?:, )?)+) \|$/gm,
    ),
  ].map(([, noun = '', where = '']) => ({
    noun,
    where: [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }));
  const exported = server.flatMap(({ path, code }) =>
    [...code.matchAll(/^export (?:async )?(?:function|const|type|class) (\w+)/gm)].map(([, name = '']) => ({
      path,
      name,
      words: (name.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase()),
    })),
  );
  const stemsOf = (noun: string) =>
    noun === 'arrival' ? ['arrival', 'arrived', 'arrive'] : [noun, `${noun}d`, `${noun}ed`];
  const says = (words: string[], noun: string) =>
    stemsOf(noun).some((stem) =>
      words.some((word) => word === stem || word === `${stem}s` || word === `${stem}es`),
    );

  test('are about twenty, and live where the table says', () => {
    expect(rows.length).toBeGreaterThan(15);
    const missing = rows
      .flatMap(({ where }) => where)
      .filter((path) => !existsSync(join(root, 'server/src', path)));
    expect(missing).toEqual([]);
  });

  test('are exported with no second meaning', () => {
    const elsewhere = exported.flatMap(({ path, name, words }) =>
      rows
        .filter(({ noun, where }) => says(words, noun) && !where.some((place) => path.startsWith(place)))
        .map(({ noun }) => `${noun}: ${path} exports ${name}`),
    );
    expect(elsewhere).toEqual([]);
  });
});
