import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { cookieNames } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { newUser, startService, type TestService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { holdCrowds } from './arrivals.ts';

const service = started(startService);

/** Fewer than may wait to be accepted. */
const crowd = 300;
const asking = 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n';

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

/** Connects and asks at once. The names are in the order of the answers. */
function crowdOf({ url, server }: Pick<TestService, 'url' | 'server'>) {
  const answered: string[] = [];
  const sockets: Socket[] = [];
  let accepted = 0;
  const count = () => void accepted++;
  server.on('connection', count);
  return {
    answered,
    sockets,
    accepted: () => accepted,
    connect(name: string, asked = asking): Socket {
      const socket = openSocket(url);
      socket.on('data', (chunk: Buffer) => answered.push(`${name} ${chunk.toString('latin1', 9, 12)}`));
      socket.on('error', () => undefined);
      socket.write(asked);
      sockets.push(socket);
      return socket;
    },
    end() {
      server.off('connection', count);
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('in a crowd that connects at once', () => {
  test('the last to connect is answered before most others, and so is the first', async () => {
    const people = crowdOf(service);
    for (let nth = 0; nth < crowd; nth++) people.connect(`nth ${nth}`);
    await until(() => people.answered.length === crowd);
    people.end();
    expect(new Set(people.answered).size).toBe(crowd);
    for (const nth of [0, 1, 2, crowd - 3, crowd - 2, crowd - 1])
      expect(people.answered.indexOf(`nth ${nth} 200`)).toBeLessThan(crowd / 5);
  });

  test('those who hang up are forgotten, and the others are served', async () => {
    const people = crowdOf(service);
    for (let nth = 0; nth < crowd; nth++) people.connect('one');
    await until(() => people.accepted() >= crowd / 2);
    for (const socket of people.sockets.filter((_, nth) => nth % 2 === 0)) socket.resetAndDestroy();
    await until(() => people.answered.length >= crowd / 2);
    people.end();
    expect((await service.client().get('/api/health/live')).status).toBe(200);
  });

  test('all who were let in are served when the service stops', async () => {
    const stopping = await startService();
    const people = crowdOf(stopping);
    for (let nth = 0; nth < crowd; nth++) people.connect('one');
    await until(() => people.accepted() === crowd);
    expect(people.answered.length).toBeLessThan(crowd / 2);
    await stopping.close();
    expect(people.answered).toEqual(Array.from({ length: crowd }, () => 'one 200'));
    people.end();
  });
});

describe('a request on a connection that is held', () => {
  const renewing = (refreshToken: string) => {
    const body = JSON.stringify({ refreshToken });
    const head = `POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    return { head, body };
  };
  const tokenOf = async () => (await newUser(service)).client.cookies.get(cookieNames.refresh) ?? 'no token';

  /** Two tabs renew one session. The second one's connection is held until the first has its answer. */
  async function renewTwice(first: string, second: { early: string; late: string }): Promise<string[]> {
    const people = crowdOf(service);
    const one = people.connect('first');
    await until(() => people.answered.length === 1);
    for (let nth = 0; nth < 100; nth++) people.connect('other');
    const two = people.connect('second', second.early);
    const before = people.sockets.length;
    const arrive = async () => {
      for (let nth = 0; nth < 5; nth++) people.connect('other');
      await turn();
    };
    while (people.accepted() < before + 2) await arrive();
    one.write(first);
    const own = () => people.answered.filter((name) => !name.startsWith('other')).slice(1);
    while (own().length === 0) await arrive();
    two.write(second.late);
    await until(() => own().length === 2);
    people.end();
    return own();
  }

  test('counts from its arrival: two tabs that renew a session at once stay signed in', async () => {
    const { head, body } = renewing(await tokenOf());
    const answers = await renewTwice(head + body, { early: head + body, late: '' });
    expect(answers).toEqual(['first 200', 'second 200']);
  });

  test('gains nothing if its body follows later', async () => {
    const { head, body } = renewing(await tokenOf());
    const answers = await renewTwice(head + body, { early: head, late: body });
    expect(answers).toEqual(['first 200', 'second 401']);
  });
});

describe('connections', () => {
  /** A server that only notes which connections begin. */
  function hall() {
    const begun: string[] = [];
    const server = new EventEmitter();
    server.on('connection', ({ name }: { name: string }) => begun.push(name));
    const arrivals = holdCrowds(server as Server, systemClock());
    const arrive = (name: string, change = {}) => {
      const socket = Object.assign(new EventEmitter(), { name, destroyed: false, bytesRead: 0, ...change });
      server.emit('connection', socket);
    };
    return { begun, arrive, request: () => server.emit('request'), ...arrivals };
  }

  test('begin at once if they come one by one', async () => {
    const { begun, arrive } = hall();
    for (const name of ['one', 'two', 'three']) {
      arrive(name);
      expect(begun.at(-1)).toBe(name);
      await turn();
      await turn();
    }
  });

  test('are held while more arrive, then begin at both ends, a few in a turn', async () => {
    const { begun, arrive, isCrowded } = hall();
    for (const nth of [0, 1, 2, 3, 4, 5, 6, 7, 8]) {
      arrive(String(nth));
      await turn();
    }
    expect(begun).toEqual(['0']);
    expect(isCrowded()).toBe(true);
    await turn();
    expect(begun.slice(1)).toEqual(['8', '1', '7', '2']);
    await turn();
    expect(begun.slice(5)).toEqual(['6', '3', '5', '4']);
    expect(isCrowded()).toBe(false);
  });

  test('begin one by one while others keep arriving', async () => {
    const { begun, arrive } = hall();
    for (let nth = 0; nth < 48; nth++) {
      arrive(String(nth));
      await turn();
    }
    expect(begun).toEqual(['0', '15', '1', '47']);
  });

  test('begin sooner beside others who make requests, so that new clients get their share', async () => {
    const { begun, arrive, request } = hall();
    for (let nth = 0; nth < 12; nth++) {
      arrive(String(nth));
      for (let each = 0; each < 8; each++) request();
      await turn();
    }
    expect(begun.length).toBeGreaterThan(10);
  });

  test('never begin once their client has hung up', async () => {
    const { begun, arrive } = hall();
    arrive('first');
    for (let nth = 0; nth < 20; nth++) arrive('gone', { destroyed: true });
    arrive('last');
    for (let nth = 0; nth < 20; nth++) await turn();
    expect(begun).toEqual(['first', 'last']);
  });

  test('begin as others arrive, once two thousand are held', () => {
    const { begun, arrive } = hall();
    for (let nth = 0; nth < 2052; nth++) arrive(String(nth));
    expect(begun).toEqual(['0', '1', '2', '3']);
  });
});
