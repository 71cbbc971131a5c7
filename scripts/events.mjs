// Writes the table of events in docs/webhooks.md from the contract. With --check, only says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { auditActions, eventTypeOf, resourcesOf } from '../contract/dist/index.js';

const file = new URL('../docs/webhooks.md', import.meta.url);
const [start, end] = ['<!-- table -->\n', '<!-- end of table -->'];

const row = (action) => {
  const about = resourcesOf(action)
    .map((resource) => `\`${resource}\``)
    .join(', ');
  return `| \`${eventTypeOf(action)}\` | \`${action}\` | ${about} |`;
};
const table = ['| type | action | about |', '|---|---|---|', ...auditActions.map(row)].join('\n');
const current = readFileSync(file, 'utf8');
const text =
  current.slice(0, current.indexOf(start) + start.length) +
  `${table}\n` +
  current.slice(current.indexOf(end));

if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (current !== text) {
  console.error('docs/webhooks.md is not what the contract says. Run: npm run docs');
  process.exit(1);
}
