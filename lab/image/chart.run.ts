import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const chart = join(deploy, 'helm/latchkey');
const renderer = fileURLToPath(new URL('render-chart.go', import.meta.url));

type Part = { kind: string };

/** Helm isn't in Debian. Its templates are those of Go, with a few more functions. */
async function rendered(
  change: (values: Record<string, unknown>) => void = () => undefined,
): Promise<Part[]> {
  const values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  change(values);
  const file = join(await temporaryFolder('chart'), 'values.json');
  writeFileSync(file, JSON.stringify(values));
  const templates = readdirSync(join(chart, 'templates')).map((name) => join(chart, 'templates', name));
  const text = execFileSync('go', ['run', renderer, 'latchkey', file, ...templates], { encoding: 'utf8' });
  const parts = parseAllDocuments(text).map((part) => part.toJS() as Part | null);
  return parts.filter((part) => part !== null);
}

/** Several releases may share a namespace: only the chart tells them apart. */
const withoutInstance = (parts: Part[]) =>
  JSON.parse(
    JSON.stringify(parts, (name, value) => (name === 'app.kubernetes.io/instance' ? undefined : value)),
  ) as Part[];
const inOrder = (parts: Part[]) => parts.toSorted((one, other) => one.kind.localeCompare(other.kind));

test('the chart renders what the plain sample says', async () => {
  const sample = parseAllDocuments(readFileSync(join(deploy, 'kubernetes/latchkey.yaml'), 'utf8'));
  const plain = sample.map((part) => part.toJS() as Part);
  expect(inOrder(withoutInstance(await rendered()))).toEqual(inOrder(plain));
});

test('without metrics, nothing opens their port', async () => {
  const parts = await rendered((values) => {
    values.metrics = { enabled: false };
  });
  expect(parts.map(({ kind }) => kind)).not.toContain('NetworkPolicy');
  expect(JSON.stringify(parts)).not.toMatch(/metrics|METRICS|9464/);
});
