import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from './platform/config/config.ts';
import { Environment } from './platform/config/environment.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const example = parseEnv(read('.env.example'));
const noSecrets = () => {
  throw new Error('production makes no secrets');
};

test('.env.example lists every variable the service knows, and no others', () => {
  expect(Object.keys(example).sort()).toEqual(Object.keys(Environment.shape).sort());
});

test('.env.example configures a production service once its secrets are filled in', () => {
  const secret = (name: string) => `${name}-0123456789-0123456789-0123456789`;
  const filled = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      /_SECRET$/.test(name) && !/^(GOOGLE|GITHUB)/.test(name) ? secret(name) : value,
    ]),
  );
  expect(readConfig(filled, noSecrets).production).toBe(true);
  expect(() => readConfig(example, noSecrets)).toThrow('SESSION_SECRET is not set.');
});

test('docs/configuration.md describes every variable', () => {
  const table = read('docs/configuration.md');
  const missing = Object.keys(Environment.shape).filter((name) => {
    const ending = name.replace('RATE_LIMIT_', '…_');
    return !table.includes(`\`${name}\``) && !table.includes(`\`${ending}\``);
  });
  expect(missing).toEqual([]);
});

test('docs/configuration.md has the variables in the groups in which the settings page shows them', () => {
  const config = readConfig({}, () => ({ SESSION_SECRET: 'a', JWT_SECRET: 'b', JWT_REFRESH_SECRET: 'c' }));
  const shown = new Map<string, string[]>();
  for (const { group, variable } of config.settings)
    shown.set(group, [...(shown.get(group) ?? []), variable]);
  expect([...shown.values()].flat().sort()).toEqual(Object.keys(Environment.shape).sort());
  const sections = read('docs/configuration.md').split('\n## ').slice(1);
  const described = sections.map((section) =>
    [...section.matchAll(/^\| (`.*)\|$/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([A-Z0-9_]+|…_\w+)`/g)].map(([, name = '']) => name.replace('…_', 'RATE_LIMIT_')),
    ),
  );
  const all = [...shown.values()];
  for (const [nth, names] of described.entries())
    expect(names).toEqual(expect.arrayContaining(all[nth] ?? []));
  expect(described).toHaveLength(all.length);
});
