import { expect, test } from 'vitest';
import { createHashSlots } from './hash-slots.ts';

function slotsFor(limit: number) {
  const granted: string[] = [];
  return { granted, slots: createHashSlots<string>(limit, (child) => granted.push(child)) };
}

test('no more hashes run at once than there are slots, and slots are granted in order of request', () => {
  const { granted, slots } = slotsFor(2);
  for (const child of ['one', 'one', 'one', 'other']) slots.ask(child);
  expect(granted).toEqual(['one', 'one']);
  slots.giveBack('one');
  expect(granted).toEqual(['one', 'one', 'one']);
  slots.giveBack('one');
  expect(granted).toEqual(['one', 'one', 'one', 'other']);
  slots.giveBack('other');
  slots.giveBack('one');
  slots.ask('other');
  expect(granted.at(-1)).toBe('other');
});

test('a process that dies gives up its slots and its place in line', () => {
  const { granted, slots } = slotsFor(2);
  for (const child of ['dead', 'dead', 'dead', 'alive', 'alive', 'alive']) slots.ask(child);
  slots.leave('dead');
  expect(granted).toEqual(['dead', 'dead', 'alive', 'alive']);
  slots.giveBack('alive');
  expect(granted).toHaveLength(5);
});

test('a slot that was never taken cannot be given back', () => {
  const { granted, slots } = slotsFor(1);
  slots.giveBack('nobody');
  slots.ask('one');
  slots.ask('other');
  expect(granted).toEqual(['one']);
});
