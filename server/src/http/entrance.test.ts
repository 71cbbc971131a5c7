import type { Server } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { cookieNames } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { newUser, startService } from '@latchkey/server/testing/service';
import { afterEach, describe, expect, test } from 'vitest';
import { createEntrance } from './entrance.ts';

const service = started(startService);

const flooding = '203.0.113.66';
const elsewhere = '198.51.100.7';
/** Fewer than may wait to be accepted. */
const crowd = 300;
const many = (address: string, count = crowd) => Array.from({ length: count }, () => address);

const asking = (address: string, headers = '') =>
  `GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${headers}\r\n`;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

const uncounts: (() => void)[] = [];
afterEach(() => uncounts.splice(0).forEach((uncount) => void uncount()));

/** Counts the requests that reach a server until the test ends. */
function countRequests(server: Server): () => number {
  let seen = 0;
  const see = () => void seen++;
  server.on('request', see);
  uncounts.push(() => server.off('request', see));
  return () => seen;
}

/** A connection for each address. Keeps the addresses in the order in which they are answered. */
function connectAll(addresses: string[], url = service.url) {
  const answered: string[] = [];
  const sockets = addresses.map((address) => {
    const socket = openSocket(url);
    socket.on('data', () => answered.push(address));
    socket.on('error', () => undefined);
    return socket;
  });
  return {
    sockets,
    answered,
    /** Each has had an answer, so none of the connections is held. */
    async open() {
      for (const socket of sockets) socket.write(asking(elsewhere));
      await until(() => answered.length === addresses.length);
      answered.length = 0;
    },
    /** At the same time: the service reads nothing in between. */
    ask: (shown: (address: string) => string = () => '') =>
      addresses.forEach((address, nth) => void sockets[nth]?.write(asking(address, shown(address)))),
    allAnswered: () => until(() => answered.length === addresses.length),
    end: () => sockets.forEach((socket) => void socket.destroy()),
  };
}

/** The order of answers if all ask at once, on connections that are open already. */
async function orderOf(addresses: string[], shown?: (address: string) => string): Promise<string[]> {
  const clients = connectAll(addresses);
  await clients.open();
  clients.ask(shown);
  await clients.allAnswered();
  clients.end();
  return clients.answered;
}

describe('while one address sends many requests', () => {
  test('a client that connects after all of them is answered before most of them', async () => {
    const clients = connectAll([...many(flooding), elsewhere]);
    clients.ask();
    await clients.allAnswered();
    clients.end();
    expect(clients.answered.indexOf(elsewhere)).toBeLessThan(crowd / 5);
  });

  test('one from elsewhere is answered at once, even if it arrives last', async () => {
    expect((await orderOf([...many(flooding), elsewhere])).indexOf(elsewhere)).toBeLessThan(20);
  });

  test('one from elsewhere does not wait for addresses that share an IPv6 network', async () => {
    const neighbors = Array.from({ length: crowd }, (_, nth) => `2001:db8:0:7::${(nth + 1).toString(16)}`);
    // Each of them would be the first of its own line, and start at once.
    expect((await orderOf([...neighbors, elsewhere])).indexOf(elsewhere)).toBeLessThan(20);
  });

  test('addresses that send a few take turns with it, and it is not starved itself', async () => {
    const order = await orderOf([...many(flooding), ...many(elsewhere, 20), ...many('192.0.2.1', 20)]);
    expect(order.lastIndexOf(elsewhere)).toBeLessThan(100);
    expect(order.lastIndexOf('192.0.2.1')).toBeLessThan(100);
    expect(order.slice(0, 60).filter((address) => address === flooding).length).toBeGreaterThan(10);
  });
});

describe('while many addresses send requests', () => {
  const addresses = Array.from({ length: crowd }, (_, nth) => `203.0.${nth >> 8}.${nth & 255}`);

  test.each([
    ['session', 'Cookie: theme=dark; latchkey_session=abc\r\n'],
    ['access token or key', 'Authorization: Bearer abc\r\n'],
  ])('one is answered at once, even if it arrives after all those with one %s', async (_, header) => {
    const shown = (address: string) => (address === elsewhere ? '' : header);
    expect((await orderOf([...addresses, elsewhere], shown)).indexOf(elsewhere)).toBeLessThan(20);
  });
});

describe('requests that wait to start', () => {
  test('are dropped when their client hangs up, and the others go on', async () => {
    const clients = connectAll(many(flooding));
    await clients.open();
    const arrived = countRequests(service.server);
    clients.ask();
    await until(() => arrived() > 0);
    for (const socket of clients.sockets.slice(crowd / 2)) socket.resetAndDestroy();
    await until(() => clients.answered.length >= crowd / 2);
    expect((await service.client(flooding).get('/api/health/live')).status).toBe(200);
    clients.end();
  });

  test('are served when the service stops', async () => {
    const stopping = await startService();
    const clients = connectAll(many(flooding), stopping.url);
    await clients.open();
    const closed = new Promise<void>((resolve, reject) => {
      const arrived = countRequests(stopping.server);
      // The last of them has just been read, so most of them wait.
      stopping.server.on('request', () => arrived() === crowd && stopping.close().then(resolve, reject));
    });
    clients.ask();
    await closed;
    expect(clients.answered).toHaveLength(crowd);
  });

  describe('count from their arrival', () => {
    const renewing = (refreshToken: string) => {
      const body = JSON.stringify({ refreshToken });
      const head = `POST /api/auth/refresh HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${flooding}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      return { head, body };
    };

    /** Two tabs renew one session. The second one's request waits behind others until the first has its answer. */
    async function renewTwice(second: { early: string; late: string }, first: string): Promise<string[]> {
      const clients = connectAll(many(flooding, 150));
      await clients.open();
      const statuses: string[] = [];
      const [one, ...others] = clients.sockets;
      const two = others.pop();
      for (const tab of [one, two])
        tab?.on('data', (chunk: Buffer) => statuses.push(chunk.toString('latin1', 9, 12)));
      one?.write(first);
      for (const socket of others) socket.write(asking(flooding).repeat(20));
      two?.write(second.early);
      await until(() => statuses.length > 0);
      two?.write(second.late);
      await until(() => statuses.length === 2);
      clients.end();
      return statuses;
    }

    const tokenOf = async () =>
      (await newUser(service)).client.cookies.get(cookieNames.refresh) ?? 'no token';

    test('two tabs that renew a session at once stay signed in', async () => {
      const { head, body } = renewing(await tokenOf());
      expect(await renewTwice({ early: head + body, late: '' }, head + body)).toEqual(['200', '200']);
    });

    test('one whose body follows later gains nothing by its early headers', async () => {
      const { head, body } = renewing(await tokenOf());
      expect(await renewTwice({ early: head, late: body }, head + body)).toEqual(['200', '401']);
    });
  });

  test('do not wait for those of their network that are slow to send', async () => {
    const slow = connectAll(many(flooding, 40));
    await slow.open();
    const arrived = countRequests(service.server);
    for (const socket of slow.sockets)
      socket.write(
        `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${flooding}\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{`,
      );
    await until(() => arrived() === 40);
    const answer = await service.client(flooding).get('/api/health/live');
    expect(answer.status).toBe(200);
    expect(slow.answered).toEqual([]);
    slow.end();
  });
});

describe('the entrance', () => {
  const open = { destroyed: false };

  function entered(arrivals = { isCrowded: () => false }) {
    const entrance = createEntrance(arrivals);
    const starts: string[] = [];
    const enter = (network: string, name: string, { socket = open, credential = '' } = {}) =>
      entrance.enter({ network, credential }, { socket, start: () => starts.push(name) });
    return { ...entrance, enter, starts };
  }

  test('starts a lone request without waiting for anything', () => {
    const { enter, starts } = entered();
    enter('a', 'lone');
    expect(starts).toEqual(['lone']);
  });

  test('starts the requests of a turn at its end, some at a time', async () => {
    const { enter, starts } = entered();
    for (let nth = 0; nth < 40; nth++) enter('a', String(nth));
    const counts = [starts.length];
    while (starts.length < 40) {
      await turn();
      counts.push(starts.length);
    }
    expect(counts).toEqual([1, 17, 33, 40]);
    expect(starts).toEqual(starts.toSorted((a, b) => Number(a) - Number(b)));
  });

  test('never starts one whose client has hung up', async () => {
    const { enter, starts } = entered();
    enter('a', 'first');
    for (let nth = 0; nth < 100; nth++) enter('a', 'gone', { socket: { destroyed: true } });
    enter('a', 'last');
    await turn();
    expect(starts).toEqual(['first', 'last']);
  });

  test('starts fewer at a time while connections are held', async () => {
    const { enter, starts } = entered({ isCrowded: () => true });
    for (let nth = 0; nth < 10; nth++) enter('a', String(nth));
    const counts = [starts.length];
    while (starts.length < 10) {
      await turn();
      counts.push(starts.length);
    }
    expect(counts).toEqual([1, 5, 9, 10]);
  });

  test('forgets a network once nothing waits', async () => {
    const { enter, starts } = entered();
    enter('a', 'one');
    await turn();
    enter('a', 'two');
    expect(starts).toEqual(['one', 'two']);
  });

  test('lets four thousand wait at most, and counts those who have left', async () => {
    const { enter, starts } = entered();
    for (let nth = 0; nth < 5000; nth++) enter('a', String(nth));
    expect(starts).toHaveLength(5000 - 4096);
    await turn();
    enter('a', 'later');
    expect(starts).not.toContain('later');
    while (!starts.includes('later')) await turn();
    expect(starts).toHaveLength(5001);
  });

  test('lets those who show one credential wait for each other, wherever they come from', async () => {
    const { enter, starts } = entered();
    for (const network of ['a', 'b', 'c']) enter(network, `${network} shows it`, { credential: 'session' });
    enter('d', 'shows another', { credential: 'other session' });
    enter('e', 'shows none');
    expect(starts).toEqual(['a shows it', 'shows another', 'shows none']);
    await turn();
    expect(starts.slice(3)).toEqual(['b shows it', 'c shows it']);
  });

  test('makes nobody wait in line with a client that shows the name of their network', () => {
    const { enter, starts } = entered();
    for (let nth = 0; nth < 100; nth++) enter('a', 'flood', { credential: '198.51.100.7' });
    enter('198.51.100.7', 'named');
    expect(starts).toEqual(['flood', 'named']);
  });

  test('keeps account of ten thousand networks at most', () => {
    const { enter, starts } = entered();
    for (let nth = 0; nth < 10_000; nth++) enter(`network ${nth}`, '');
    starts.length = 0;
    for (const network of ['one more', 'one more', 'network 0']) enter(network, network);
    expect(starts).toEqual(['one more', 'one more']);
  });
});
