import { expect, test } from 'vitest';
import { shadesOf } from './palette.ts';

test('a palette has ten shades from light to dark, with the color itself seventh', () => {
  const shades = shadesOf('#3b5bdb');
  expect(shades).toHaveLength(10);
  expect(shades[6]).toBe('#3b5bdb');
  for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/);
  const light = shades.map((shade) =>
    [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(shade.slice(at, at + 2), 16), 0),
  );
  expect(light).toEqual([...light].sort((one, other) => other - one));
});
