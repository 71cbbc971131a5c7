import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { atEnd } from './lifetime.ts';

/**
 * A name server on loopback. `answer` resolves a name when it is asked for; if it returns nothing, the server
 * stays silent.
 */
export async function startNameServer(answer: (name: string, asked: number) => string[] | undefined) {
  const socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, peer) => {
    const { name, type, end } = questionOf(query);
    questions.push(`${name} ${type === 28 ? 'AAAA' : 'A'}`);
    const addresses = answer(name, questions.filter((each) => each === questions.at(-1)).length);
    if (addresses) socket.send(reply(query, end, ofType(addresses, type)), peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    close: atEnd(() => new Promise<void>((resolve) => socket.close(resolve))),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** IPv4 addresses for type A, IPv6 addresses (written in full) for AAAA, as bytes. */
function ofType(addresses: string[], type: number): number[][] {
  return addresses
    .filter((address) => address.includes(':') === (type === 28))
    .map((address) =>
      type === 28
        ? address
            .split(':')
            .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
        : address.split('.').map(Number),
    );
}

function reply(query: Buffer, end: number, addresses: number[][]): Buffer {
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) =>
    Buffer.from([
      0xc0,
      12,
      0,
      address.length === 16 ? 28 : 1,
      0,
      1,
      0,
      0,
      0,
      0,
      0,
      address.length,
      ...address,
    ]),
  );
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}
