import { expect, test } from 'vitest';
import { createLines, type Ticket } from './lines.ts';

/** Two at a time. Names are noted in the order in which their turns came. */
function lineOfTwo() {
  const lines = createLines(2);
  const came: string[] = [];
  const join = (name: string, account = name, line = 'a'): Ticket => {
    const ticket = lines.join({ line, account });
    if (ticket.turn !== undefined) void ticket.turn.then(() => came.push(name));
    else came.push(name);
    return ticket;
  };
  return { lines, came, join };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('two are let in, the next when one of them leaves', async () => {
  const { came, join } = lineOfTwo();
  const tickets = ['one', 'two', 'three', 'four'].map((name) => join(name));
  await soon();
  expect(came).toEqual(['one', 'two']);
  tickets[1]?.leave();
  await soon();
  expect(came).toEqual(['one', 'two', 'three']);
});

test('lines do not wait for each other', () => {
  const { came, join } = lineOfTwo();
  for (const name of ['one', 'two', 'three']) join(name);
  join('elsewhere', 'elsewhere', 'b');
  expect(came).toEqual(['one', 'two', 'elsewhere']);
});

test('accounts take turns, however much one of them asks for', async () => {
  const { came, join } = lineOfTwo();
  const tickets = [1, 2, 3, 4, 5].map((nth) => join(`greedy ${nth}`, 'greedy'));
  tickets.push(join('modest'));
  for (const ticket of tickets) {
    ticket.leave();
    await soon();
  }
  expect(came).toEqual(['greedy 1', 'greedy 2', 'greedy 3', 'modest', 'greedy 4', 'greedy 5']);
});

test('a newcomer is told how many go before it', () => {
  const { lines, join } = lineOfTwo();
  const ahead = (account: string) => lines.ahead({ line: 'a', account });
  expect(ahead('greedy')).toBe(0);
  for (const nth of [1, 2, 3, 4, 5]) join(`greedy ${nth}`, 'greedy');
  expect([ahead('greedy'), ahead('modest'), lines.waiting()]).toEqual([5, 3, 3]);
  expect(lines.ahead({ line: 'b', account: 'greedy' })).toBe(0);
});

test('one that leaves before its turn is passed over, and its place counts once', async () => {
  const { lines, came, join } = lineOfTwo();
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => join(name));
  three?.leave();
  three?.leave();
  expect(lines.waiting()).toBe(1);
  one?.leave();
  one?.leave();
  await soon();
  expect(came).toEqual(['one', 'two', 'four']);
  for (const ticket of [two, four]) ticket?.leave();
  expect(lines.ahead({ line: 'a', account: 'five' })).toBe(0);
  for (const name of ['five', 'six', 'seven']) join(name);
  expect(came).toEqual(['one', 'two', 'four', 'five', 'six']);
});
