// Makes the README's picture and table of what `npm run lab -- compared` measured.
//   node lab/compared/picture.mjs [.lab/local-checks-compared.json]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const { rows, date } = JSON.parse(
  readFileSync(process.argv[2] ?? new URL('.lab/local-checks-compared.json', root), 'utf8'),
);

/** How each way is called, and what its figures leave out. */
const ways = {
  'local checks': { name: 'Latchkey, local checks', more: ', never longer than the bound you set (1 s)' },
  'asked each time': { name: 'Latchkey, asked each time', more: '', cost: ' and a request' },
  'an access token checked offline': { name: 'An access token, checked offline', more: '' },
  "Better Auth's cookie cache": { name: "Better Auth's cookie cache", more: '' },
};
const figures = Object.entries(ways).map(([way, about]) => {
  const [, microseconds, latest] = rows.find(([name]) => name === way);
  return { ...about, microseconds: Number(microseconds), latestMs: Number(latest) };
});

const timeOf = (ms) => {
  if (ms <= 0) return 'no time';
  if (ms < 10_000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
};
const costOf = ({ microseconds }) =>
  `${microseconds < 100 ? microseconds.toFixed(0) : (Math.round(microseconds / 10) * 10).toLocaleString('en')} µs`;

const table = [
  '| a check | CPU of your backend | after a revocation, it passed for up to |',
  '| --- | --: | --: |',
  ...figures.map((each) => {
    const { name, cost = '', latestMs, more } = each;
    return `| ${name} | ${costOf(each)}${cost} | ${timeOf(latestMs)}${more} |`;
  }),
].join('\n');

const width = 820;
const row = 40;
const top = 58;
const columns = [
  { x: 250, wide: 200, title: 'CPU of one check', of: (each) => each.microseconds, text: costOf },
  {
    x: 540,
    wide: 200,
    title: 'still passes after a revocation',
    of: (each) => each.latestMs,
    text: ({ latestMs }) => timeOf(latestMs),
  },
];
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Lengths are logarithms: the longest fills the column, and ten thousand times less is a twentieth of it. */
function barsOf({ x, wide, title, of, text }) {
  const most = Math.max(...figures.map(of));
  const lengthOf = (value) =>
    value <= 0 ? 2 : Math.max(10, wide * (1 + (0.95 * Math.log10(value / most)) / 4));
  const bars = figures.map((each, nth) => {
    const y = top + nth * row;
    const length = Math.min(wide, lengthOf(of(each)));
    const kind = each.name.startsWith('Latchkey') ? 'ours' : 'other';
    return `<rect class="${kind}" x="${x}" y="${y}" width="${length.toFixed(1)}" height="20" rx="3"/>
  <text x="${(x + length + 8).toFixed(1)}" y="${y + 15}">${escaped(text(each))}</text>`;
  });
  return [`<text class="title" x="${x}" y="34">${escaped(title)}</text>`, ...bars].join('\n  ');
}

const height = top + figures.length * row + 18;
const names = figures.map(
  ({ name }, nth) => `<text x="8" y="${top + nth * row + 15}">${escaped(name)}</text>`,
);
const told = figures.map((each) => `${each.name}: ${costOf(each)}, ${timeOf(each.latestMs)}`).join('; ');
const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t">
  <title id="t">The cost of a check, and for how long it still passes after a revocation. ${escaped(told)}. Logarithmic scales.</title>
  <style>
    text { font: 14px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
    .title { font-weight: 600; }
    .small { font-size: 12px; fill: #59636e; }
    .ours { fill: #1a7f5a; }
    .other { fill: #8c959f; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .small { fill: #9198a1; }
      .ours { fill: #3fb98a; }
      .other { fill: #6e7681; }
    }
  </style>
  ${names.join('\n  ')}
  ${columns.map(barsOf).join('\n  ')}
  <text class="small" x="8" y="${height - 6}">Logarithmic scales. Measured ${date.slice(0, 10)}; npm run lab -- compared repeats it.</text>
</svg>
`;

writeFileSync(new URL('docs/images/local-checks.svg', root), picture);
const readme = new URL('README.md', root);
const before = readFileSync(readme, 'utf8');
const after = before.replace(/\| a check \|[^\n]*\n(\|[^\n]*\n)+/, () => `${table}\n`);
if (!after.includes(table)) throw new Error(`no table to replace in ${fileURLToPath(readme)}`);
writeFileSync(readme, after);
console.log(table);
