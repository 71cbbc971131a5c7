import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints, isSignInPage, pagePaths } from '@latchkey/contract';
import { describe, expect, test } from 'vitest';

/* Documents that name things of the code are held against it. */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('docs/asvs.md', () => {
  const rows = read('docs/asvs.md')
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
    .map((line) => line.split(' | '));

  /** How many each section has; in these sections, those of level 3 come after them. */
  const sections: Record<string, number> = {
    '6.1': 3,
    '6.2': 12,
    '6.3': 4,
    '6.4': 4,
    '6.5': 5,
    '6.6': 3,
    '6.8': 4,
    '7.1': 3,
    '7.2': 4,
    '7.3': 2,
    '7.4': 5,
    '7.5': 2,
    '7.6': 2,
    '8.1': 2,
    '8.2': 3,
    '8.3': 1,
    '8.4': 1,
    '9.1': 3,
    '9.2': 4,
    '10.1': 2,
    '10.2': 2,
    '10.3': 4,
    '10.4': 11,
    '10.5': 5,
    '10.6': 2,
    '10.7': 3,
  };

  test('lists every requirement of levels 1 and 2 exactly once', () => {
    const wanted = Object.entries(sections).flatMap(([section, many]) =>
      Array.from({ length: many }, (_, at) => `${section}.${at + 1}`),
    );
    expect(rows.map(([id]) => id?.slice(2))).toEqual(wanted);
  });

  test('cites a test for each requirement, or says why there is none', () => {
    const unanswered = rows.filter(
      ([, , , answer = '']) => !/\.test\.ts` "|\*\*Deviates\*\*|does not apply/.test(answer),
    );
    expect(unanswered).toEqual([]);
  });

  test('cites only tests that exist', () => {
    const named = [...read('docs/asvs.md').matchAll(/`([\w./-]+\.test\.ts)` "([^"]+)"/g)];
    const missing = named.filter(([, file = '', name = '']) => {
      const path = /^(e2e|console|contract|sdk)\//.test(file) ? file : `server/src/${file}`;
      return !existsSync(join(root, path)) || !read(path).includes(name);
    });
    expect(named.length).toBeGreaterThan(90);
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });

  test('states the correct number of deviations', () => {
    const deviating = rows.filter((row) => row.join().includes('**Deviates**')).length;
    expect(read('docs/asvs.md')).toContain(`There are ${deviating} of those`);
  });
});

describe('docs/dependencies.md', () => {
  const manifests = ['.', 'contract', 'embedded-postgres', 'sdk', 'server', 'console'].map((workspace) =>
    JSON.parse(read(`${workspace}/package.json`)),
  );
  const namesIn = (...kinds: string[]) =>
    manifests
      .flatMap((manifest) => kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {})))
      .filter((name) => !name.startsWith('@latchkey/'));
  const installed = new Set(namesIn('dependencies', 'optionalDependencies'));
  const [runtime = '', development = ''] = read('docs/dependencies.md').split('## Development');
  const rowsOf = (part: string) => [...part.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)];

  test('lists exactly the runtime dependencies, each with a reason and a replacement', () => {
    const rows = rowsOf(runtime);
    expect(rows.map(([, name]) => name).toSorted()).toEqual([...installed].toSorted());
    const gaps = rows.filter(([, , cells = '']) => cells.split(' | ').some((cell) => cell.trim() === ''));
    expect(gaps.map(([, name]) => name)).toEqual([]);
  });

  test('lists exactly the other packages that development needs', () => {
    const wanted = new Set(namesIn('devDependencies').filter((name) => !installed.has(name)));
    expect(rowsOf(development).map(([, name]) => name)).toEqual([...wanted].toSorted());
  });
});

test('docs/README.md links to every page of the documentation', () => {
  const map = read('docs/README.md');
  const pages = readdirSync(join(root, 'docs'), { recursive: true })
    .map((page) => String(page).replaceAll('\\', '/'))
    .filter((page) => page.endsWith('.md') && page !== 'README.md' && !page.startsWith('adr/'));
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter((page) => !map.includes(`](${page})`))).toEqual([]);
});

/** The number as a text of ours writes it. */
const inWords = (count: number) =>
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')[count] ?? String(count);

describe('documents for people who change the code', () => {
  const adrs = readdirSync(join(root, 'docs/adr')).map((name) => `docs/adr/${name}`);

  test('name only files that exist', () => {
    const places = [
      '',
      'server/',
      'server/src/',
      'server/src/platform/',
      'server/src/identity/',
      'server/src/features/',
      'contract/src/',
      'docs/',
    ];
    const missing = ['ARCHITECTURE.md', 'CONTRIBUTING.md', ...adrs].flatMap((page) =>
      [...read(page).matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs|sql|md|json))`/g)]
        .map(([, name = '']) => name)
        .filter(
          (name) => !name.includes('/X') && !places.some((place) => existsSync(join(root, place + name))),
        )
        .map((name) => `${page}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('tell no counts of lines in decisions: they are never right for long', () => {
    const counting = adrs.filter((page) => /\b\d+ lines\b/.test(read(page)));
    expect(adrs.length).toBeGreaterThan(10);
    expect(counting).toEqual([]);
  });
});

test('README.md tells as many rounds as the results have', () => {
  const rounds = /^\| rounds \| (\d+),/m.exec(read('lab/bench/results.md'))?.[1];
  expect(/medians of (\w+)\s+rounds/.exec(read('README.md'))?.[1]).toBe(inWords(Number(rounds)));
});

test('docs/endpoints.md lists every route, with who may call it, and ARCHITECTURE.md links it', () => {
  const page = read('docs/endpoints.md');
  const missing = Object.values(endpoints).filter(
    ({ method, path }) => !new RegExp(`^\\| ${method} \\| \`${path}\`<br>.* \\| [^ |]`, 'm').test(page),
  );
  expect(missing).toEqual([]);
  expect(read('ARCHITECTURE.md')).toContain('](docs/endpoints.md)');
});

test('every page of the console behind the sign-in leads to a guide that exists', () => {
  const guides = new Map(
    [...read('console/src/ui/guides.ts').matchAll(/'(\/.*)': '(.+)',/g)].map(([, page, guide]) => [
      page,
      guide,
    ]),
  );
  const pages = pagePaths.filter((path) => !isSignInPage(path));
  expect([...guides.keys()].toSorted()).toEqual(pages.toSorted());
  expect([...guides.values()].filter((guide) => !existsSync(join(root, `docs/${guide}.md`)))).toEqual([]);
});
