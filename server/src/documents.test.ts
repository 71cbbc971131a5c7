import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('docs/dependencies.md lists exactly the runtime dependencies of Latchkey', () => {
  const dependenciesOf = (workspace: string) => {
    const { dependencies, optionalDependencies } = JSON.parse(read(`${workspace}/package.json`));
    return Object.keys({ ...dependencies, ...optionalDependencies });
  };
  const installed = ['contract', 'embedded-postgres', 'sdk', 'server', 'console']
    .flatMap(dependenciesOf)
    .filter((name) => !name.startsWith('@latchkey/'));
  const listed = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...new Set(installed)].toSorted());
});
