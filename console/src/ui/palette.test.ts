import { describe, expect, test } from 'vitest';
import { brandText, contrastOf, over, shadesOf, takesBlackText } from './palette.ts';

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

describe('whatever the color of a brand,', () => {
  const steps = [0, 51, 85, 102, 120, 136, 153, 204, 255];
  const colors = steps.flatMap((red) =>
    steps.flatMap((green) =>
      steps.map(
        (blue) => `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
      ),
    ),
  );
  const least = (contrasts: number[]) => Math.min(...contrasts);

  test('text on it has a contrast of 4.5, also under the pointer', () => {
    const contrasts = colors.flatMap((color) => {
      const isBlack = takesBlackText(color);
      const hovered = shadesOf(color)[isBlack ? 5 : 7] ?? '';
      return [color, hovered].map((ground) => contrastOf(ground, isBlack ? '#000000' : '#ffffff'));
    });
    expect(least(contrasts)).toBeGreaterThanOrEqual(4.5);
  });

  test('text in it has a contrast of 4.5 on light and dark surfaces, tinted or not', () => {
    const contrasts = colors.flatMap((color) => [
      ...['#ffffff', '#f7f8fa', over('#f7f8fa', color, 0.15)].map((ground) =>
        contrastOf(brandText.light(color), ground),
      ),
      ...['#121419', '#181b21', '#22262e', over('#22262e', color, 0.2)].map((ground) =>
        contrastOf(brandText.dark(color), ground),
      ),
    ]);
    expect(least(contrasts)).toBeGreaterThanOrEqual(4.5);
  });
});
