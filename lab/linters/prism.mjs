// `npm run lab -- prism`: the SDK's tests and the browser journey, with Prism's validators between them and the service. Every
// response must match the OpenAPI document, and so must every request that was served.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installTools, root, run } from './src/install.mjs';

installTools();
const folder = mkdtempSync(join(tmpdir(), 'latchkey-prism-'));
const report = join(folder, 'exchanges.jsonl');
const front = fileURLToPath(new URL('./src/prism-front.mjs', import.meta.url));
const given = process.argv.slice(2);
const files = given.length > 0 ? given : ['sdk/src', 'e2e/journey.test.ts'];
// Validating takes extra time.
const patience = ['--testTimeout=120000', '--hookTimeout=240000'];
const passed = run('npx', ['vitest', 'run', ...patience, ...files], {
  cwd: root,
  env: { ...process.env, LATCHKEY_FRONT: front, LATCHKEY_FRONT_REPORT: report },
});
const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
rmSync(folder, { recursive: true, force: true });

const exchanges = lines.map((line) => JSON.parse(line));
const wrong = exchanges.filter((exchange) => exchange.wrong.length > 0);
const kinds = new Map();
for (const { method, path, status, wrong: faults } of wrong) {
  const kind = `${method} ${path} ${status}: ${faults.join('; ')}`;
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
}
for (const [kind, many] of kinds) console.log(`${many} × ${kind}`);
const operations = new Set(exchanges.map(({ method, path }) => `${method} ${path}`)).size;
console.log(`${exchanges.length} exchanges over ${operations} operations, ${wrong.length} violations`);
process.exit(passed && exchanges.length > 0 && wrong.length === 0 ? 0 : 1);
