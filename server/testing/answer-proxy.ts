import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { kinds, MessageReader } from '../src/platform/db/messages.ts';
import type { TestServer } from './connection.ts';
import { atEnd } from './lifetime.ts';

/**
 * What happens to the answers on a connection from the chosen question on. `lose` drops the question itself; `later`
 * passes one whole answer on before it swallows the rest.
 */
export type Mishap = 'swallow' | 'later' | 'halve' | 'cut' | 'delay' | 'drip' | 'lose';

type Struck = { near: Socket; questions: number; answers: number };

const delayMs = 5000;
const dripMs = 100;
/** The first letters of a statement: Parse and Query. */
const asks = new Set(Buffer.from('PQ'));

/** Stands in front of a database and, once told to, mistreats the answer to the first question that holds a text. */
export async function startAnswerProxy({ host, port }: TestServer) {
  const state: { mishap?: Mishap | undefined; text: string } = { text: '' };
  /** The connections that had a mishap. Afterward, so many statements were sent there, and so many pieces of answers came. */
  const struck: Struck[] = [];
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    let own: Mishap | undefined;
    let mine: Struck | undefined;
    near.on('data', (chunk) => {
      const last = struck.at(-1);
      if (last?.near === near && asks.has(chunk[0] ?? 0)) last.questions++;
      if (!own && state.mishap && chunk.includes(state.text)) {
        own = state.mishap;
        state.mishap = undefined;
        mine = { near, questions: 0, answers: 0 };
        struck.push(mine);
      }
      if (own !== 'lose') far.write(chunk);
    });
    let halved = false;
    const firstAnswer = passOne();
    far.on('data', (chunk) => {
      if (!own || !mine) return void near.write(chunk);
      mine.answers++;
      if (own === 'delay') return void setTimeout(() => near.destroyed || near.write(chunk), delayMs).unref();
      if (own === 'drip') return drip(mine, chunk);
      if (own === 'later') return void firstAnswer(near, chunk);
      if (own === 'swallow' || own === 'lose' || halved) return;
      halved = true;
      near.write(chunk.subarray(0, Math.ceil(chunk.length / 2)));
      if (own === 'cut') near.end();
    });
    for (const end of [near, far])
      end.on('close', () => [near, far].map((each) => each.destroy())).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    struck,
    /** Applies to one connection: that of the next question that holds `text`. */
    strike(mishap: Mishap, text: string) {
      Object.assign(state, { mishap, text });
    },
    close: atEnd(() => void server.close()),
  };
}

function passOne() {
  const reader = new MessageReader();
  let passed = false;
  return (near: Socket, chunk: Buffer): void => {
    for (const { kind, bytes } of reader.read(chunk)) {
      if (!passed) near.write(bytes);
      passed ||= kind === kinds.ready;
    }
  };
}

/** One byte at a time, for as long as the client listens. */
function drip(struck: Struck, chunk: Buffer): void {
  const { near } = struck;
  let at = 0;
  const timer = setInterval(() => {
    if (near.destroyed || at >= chunk.length) return clearInterval(timer);
    near.write(chunk.subarray(at, ++at));
    struck.answers++;
  }, dripMs).unref();
}
