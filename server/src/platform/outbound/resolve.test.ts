import { startNameServer } from '@latchkey/server/testing/dns';
import { started } from '@latchkey/server/testing/lifetime';
import { expect, test } from 'vitest';
import { createResolve } from './resolve.ts';

const six = '2001:db8:0:0:0:0:0:7';
const names: Record<string, string[]> = {
  'four.example': ['203.0.113.7'],
  'six.example': [six],
  'both.example': ['203.0.113.7', six],
};
const server = started(() => startNameServer((name) => names[name] ?? []));
const resolve = (name: string) => createResolve([server.server])(name);

test('a name with only one kind of address has that one: the other kind failing alone is no failure', async () => {
  expect(await resolve('four.example')).toEqual(['203.0.113.7']);
  expect(await resolve('six.example')).toEqual(['2001:db8::7']);
  expect(await resolve('both.example')).toEqual(['203.0.113.7', '2001:db8::7']);
});

test('a name with neither kind of address fails with its reason', async () => {
  await expect(resolve('none.example')).rejects.toMatchObject({ code: 'ENODATA', hostname: 'none.example' });
});

test('when no name server answers, the reason is that, not that the name has no address', async () => {
  const closed = await startNameServer(() => []);
  await closed.close();
  await expect(createResolve([closed.server])('four.example')).rejects.toMatchObject({
    code: expect.stringMatching(/^(ECONNREFUSED|ETIMEOUT)$/),
  });
});

test('the hosts file counts, and no name server is asked', async () => {
  const asked = server.questions.length;
  expect(await resolve('LocalHost')).toContain('127.0.0.1');
  expect(server.questions).toHaveLength(asked);
});
