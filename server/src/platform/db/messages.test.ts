import { expect, test } from 'vitest';
import { kinds, MessageReader, readError, readParameter } from './messages.ts';

function message(kind: string, body: string): Buffer {
  const header = Buffer.alloc(5);
  header.write(kind);
  header.writeUInt32BE(Buffer.byteLength(body) + 4, 1);
  return Buffer.concat([header, Buffer.from(body)]);
}

const fatal = message('E', 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
const row = message('D', `a row that holds ${fatal} and more`);
const answer = [
  message('S', 'in_hot_standby\0off\0'),
  row,
  message('s', ''),
  message('E', 'SERROR\0VERROR\0C23505\0Mduplicate key\0\0'),
  message('Z', 'I'),
];
const all = Buffer.concat(answer);

function readIn(chunks: Buffer[]) {
  const reader = new MessageReader();
  const parts = chunks.flatMap((chunk) => reader.read(chunk));
  return { parts, whole: Buffer.concat(parts.map(({ bytes }) => bytes)) };
}

test('messages are found and nothing is lost, no matter where the chunks end', () => {
  const expected = [kinds.parameter, kinds.suspended, kinds.error, kinds.ready];
  for (let first = 0; first <= all.length; first++)
    for (let second = first; second <= all.length; second += 3) {
      const { parts, whole } = readIn([
        all.subarray(0, first),
        all.subarray(first, second),
        all.subarray(second),
      ]);
      expect(whole.equals(all)).toBe(true);
      expect(parts.flatMap(({ kind }) => kind ?? [])).toEqual(expected);
    }
});

test('a value that looks like an error is not taken for one, even at the start of a chunk', () => {
  const at = row.indexOf(fatal);
  expect(at).toBeGreaterThan(0);
  const { parts } = readIn([row.subarray(0, at), row.subarray(at)]);
  expect(parts.map(({ kind }) => kind)).toEqual([undefined, undefined]);
});

test('errors and settings are parsed', () => {
  expect(readError(fatal)).toMatchObject({
    code: '57P01',
    severity: 'FATAL',
    message: 'terminating connection',
  });
  expect(readParameter(answer[0] ?? Buffer.alloc(0))).toEqual(['in_hot_standby', 'off']);
});
