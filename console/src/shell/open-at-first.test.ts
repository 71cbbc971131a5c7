import { expect, test } from 'vitest';
import { openAtFirst } from './open-at-first.ts';

const section = (title: string | undefined, count: number) => ({
  ...(title !== undefined && { title }),
  entries: Array.from({ length: count }, (_, index) => ({ to: `/${title ?? 'top'}/${index}` })),
});
const titles = (sections: ReturnType<typeof section>[], pathname: string) =>
  openAtFirst(sections, pathname).map(({ title }) => title ?? '');

const owner = [section(undefined, 1), section('account', 4), section('organization', 5), section('admin', 1)];
const admin = [
  section(undefined, 1),
  section('account', 4),
  section('organization', 11),
  section('admin', 11),
];

test('a menu that fits is all unfolded', () => {
  expect(titles(owner, '/top/0')).toHaveLength(4);
});

test('in a longer menu, the last section is unfolded at first', () => {
  expect(titles(admin, '/top/0').sort()).toEqual(['', 'admin']);
});

test('the section of the present page is always unfolded, with others only if they fit', () => {
  expect(titles(admin, '/organization/2').sort()).toEqual(['', 'organization']);
  expect(titles([section('organization', 12), section('account', 4)], '/organization/2')).toEqual([
    'organization',
  ]);
});
