import { expect, test } from 'vitest';
import { flameSvg, foldProfile, sharesOf } from './flame.mjs';

const frame = (functionName, url = '') => ({ functionName, url, lineNumber: 0 });
const profile = {
  nodes: [
    { id: 1, callFrame: frame('(root)'), children: [2, 3, 4] },
    { id: 2, callFrame: frame('(idle)') },
    { id: 3, callFrame: frame('serve', 'file:///there/server/dist/serve.js'), children: [5, 6] },
    { id: 4, callFrame: frame('(garbage collector)') },
    { id: 5, callFrame: frame('a<b', 'file:///there/node_modules/fastify/a.js') },
    { id: 6, callFrame: frame('a<b', 'file:///there/node_modules/fastify/a.js') },
  ],
  samples: [5, 2, 3, 5, 6, 4],
  timeDeltas: [1000, 500, 10, 20, 30, 40],
};

test('a profile is folded by callers, without idle time and what came before', () => {
  const root = foldProfile(profile, 1500);
  expect(root.total).toBe(100);
  const serve = root.callees.get('serve server/serve.js:1');
  expect(serve).toMatchObject({ kind: 'own', self: 10, total: 60 });
  expect([...serve.callees.values()]).toMatchObject([{ kind: 'dependency', total: 50 }]);
  expect(sharesOf(root)).toEqual({ own: 0.1, dependency: 0.5, node: 0, collector: 0.4, other: 0 });
});

test('a flame graph has a box for each function, as wide as its share, and names no folder', () => {
  const svg = flameSvg(foldProfile(profile, 1500), 'Checks');
  expect(svg).toContain('<title>serve server/serve.js:1 60.0 %</title>');
  expect(svg).toContain('<title>a&lt;b fastify/a.js:1 50.0 %</title>');
  expect(svg).toContain('width="600.0"');
  expect(svg).not.toContain('there');
});
