import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forwardLines } from './primary.ts';

test('lines are forwarded whole wherever the chunks end, including an unfinished last line', async () => {
  const written: string[] = [];
  const from = new PassThrough();
  forwardLines(from, { write: (lines) => written.push(lines) });
  for (const chunk of ['{"a":', '1}\n{"b"', ':"ü"}\n{"c":3}\n', '\n', 'without an end']) {
    from.write(chunk);
    await turn();
  }
  expect(written).toEqual(['{"a":1}\n', '{"b":"ü"}\n{"c":3}\n', '\n']);
  from.end();
  await turn();
  await turn();
  expect(written.at(-1)).toBe('without an end\n');
});
