// An SVG flame graph from what `node --cpu-prof` writes: a box is a function, as wide as the time spent in it and in
// everything it called, which is stacked on top of it.
import { escaped } from './escaped.mjs';

const width = 1200;
const rowHeight = 16;
const top = 40;
/** Omits boxes narrower than a sixth of a percent, which are too small to read. */
const narrowest = 2;
const letterWidth = 6.2;

/**
 * @typedef {{ functionName: string, url: string, lineNumber: number }} Frame
 * @typedef {{ nodes: { id: number, callFrame: Frame, children?: number[] }[], samples: number[], timeDeltas: number[] }} Profile
 * @typedef {{ name: string, kind: string, self: number, total: number, callees: Map<string, Box> }} Box
 */

const colors = {
  own: '#748ffc',
  dependency: '#ffa94d',
  node: '#8ce99a',
  collector: '#ff8787',
  other: '#ced4da',
};

/**
 * The time of every function by its callers, without idle time.
 * @param {Profile} profile
 * @param {number} skipUs from the beginning, while it was starting
 */
export function foldProfile({ nodes, samples, timeDeltas }, skipUs = 0) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const root = newBox('all', 'other');
  let at = 0;
  for (const [nth, id] of samples.entries()) {
    at += timeDeltas[nth];
    if (at < skipUs) continue;
    const frames = [];
    for (let one = id; parents.has(one); one = parents.get(one)) frames.unshift(byId.get(one).callFrame);
    if (frames[0]?.functionName !== '(idle)') addTo(root, frames, timeDeltas[nth]);
  }
  return root;
}

function addTo(root, frames, us) {
  let box = root;
  box.total += us;
  for (const frame of frames) {
    const name = nameOf(frame);
    if (!box.callees.has(name)) box.callees.set(name, newBox(name, kindOf(frame)));
    box = box.callees.get(name);
    box.total += us;
  }
  box.self += us;
}

/** @returns {Box} */
const newBox = (name, kind) => ({ name, kind, self: 0, total: 0, callees: new Map() });

/** Without the folders above the project, which say nothing. */
function nameOf({ functionName, url, lineNumber }) {
  const file = url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\/(server|contract)\/dist\//, '$1/');
  return `${functionName || '(anonymous)'}${file ? ` ${file}:${lineNumber + 1}` : ''}`;
}

function kindOf({ functionName, url }) {
  if (functionName === '(garbage collector)') return 'collector';
  if (url.startsWith('node:')) return 'node';
  if (url.includes('/node_modules/')) return 'dependency';
  return url ? 'own' : 'other';
}

/** @param {Box} box @returns {Record<string, number>} the share of each kind of code, by the time spent in itself */
export function sharesOf(box) {
  const shares = Object.fromEntries(Object.keys(colors).map((kind) => [kind, 0]));
  const add = ({ kind, self, callees }) => {
    shares[kind] += self / box.total;
    for (const callee of callees.values()) add(callee);
  };
  add(box);
  return shares;
}

/** @param {Box} root @param {string} title */
export function flameSvg(root, title) {
  const boxes = [];
  const perUs = width / root.total;
  const place = (box, x, depth) => {
    if (box.total * perUs < narrowest) return;
    boxes.push({ box, x, depth });
    let from = x;
    for (const callee of [...box.callees.values()].sort((one, other) => other.total - one.total)) {
      place(callee, from, depth + 1);
      from += callee.total * perUs;
    }
  };
  place(root, 0, 0);
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  const height = top + rows * rowHeight + 8;
  const yOf = (depth) => height - 8 - (depth + 1) * rowHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}" font-family="ui-monospace, monospace" font-size="10">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="8" y="24" font-size="15" font-family="system-ui, sans-serif" font-weight="600">${escaped(title)}</text>`,
    ...boxes.map(({ box, x, depth }) => boxSvg(box, { x, y: yOf(depth), wide: box.total * perUs, root })),
    '</svg>',
    '',
  ].join('\n');
}

function boxSvg({ name, kind, total }, { x, y, wide, root }) {
  const label = name.slice(0, Math.max(0, Math.floor(wide / letterWidth)));
  const rect = `<rect x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight - 1}" fill="${colors[kind]}"/>`;
  const text =
    label.length > 3 ? `<text x="${(x + 2).toFixed(1)}" y="${y + 11}">${escaped(label)}</text>` : '';
  return `<g><title>${escaped(name)} ${((100 * total) / root.total).toFixed(1)} %</title>${rect}${text}</g>`;
}
