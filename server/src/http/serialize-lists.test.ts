import type { Endpoint } from '@latchkey/contract';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { serializersOf } from './serialize.ts';

const Texts = z.array(z.string());
const Body = z.object({
  name: z.string(),
  texts: Texts,
  inner: z.object({ texts: Texts, kinds: z.array(z.enum(['one', 'other'])) }).nullable(),
  each: z.array(z.object({ texts: Texts })),
});
const route = { responses: { 200: Body } } as unknown as Endpoint;

async function written(body: z.infer<typeof Body>): Promise<string> {
  const app = Fastify();
  app.get('/', (_request, reply) => serializersOf(route)(200, reply)?.(body));
  return (await app.inject('/')).body;
}

const odd = ['"quoted"', 'back\\slash', '","', 'ünï', '\u2028', '\n', '[]', '\u{1f511}', '\\"', ''];
const long = Array.from({ length: 500 }, (_, n) => `area-${n}:verb`);

test.each([
  ['none', []],
  ['one', ['"']],
  ['odd ones', odd],
  ['many', long],
  ['many that never change', Object.freeze([...long]) as string[]],
])('a list of %s is written as it is, again and again', async (_name, texts) => {
  const inner = { texts, kinds: ['one' as const] };
  for (const body of [
    { name: '"', texts, inner, each: [{ texts }] },
    { name: 'x', texts: odd, inner: null, each: [] },
    { name: 'y', texts, inner, each: [] },
  ]) {
    const before = structuredClone(body);
    expect(JSON.parse(await written(body))).toEqual(before);
    expect(body).toEqual(before);
  }
});

test('a list that can change is read each time', async () => {
  const texts = ['one'];
  const body = { name: '', texts, inner: null, each: [] };
  expect(JSON.parse(await written(body)).texts).toEqual(['one']);
  texts.push('other');
  expect(JSON.parse(await written(body)).texts).toEqual(['one', 'other']);
});
