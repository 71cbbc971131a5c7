import { shippedLanguages } from '@latchkey/server/testing/email';
import { expect, test } from 'vitest';
import { brandOf, contrast } from './brand.ts';
import { render } from './render.ts';

const mail = { type: 'verification', link: 'https://id.example.com/verify-email?token=1' } as const;
const options = { t: shippedLanguages.mails('en'), productName: 'Acme', baseUrl: 'https://id.example.com' };

test.each([
  '#000000',
  '#ffffff',
  '#777777',
  '#ffff00',
  '#3b5bdb',
  '#e03131',
  '#12b886',
  'yellow',
  'lime',
  'indigo',
  'gray',
])('with %s, buttons and links are readable on light and dark backgrounds', (accent) => {
  const { light, dark } = brandOf(accent);
  for (const { accent: ground, onAccent } of [light, dark])
    expect(contrast(ground, onAccent)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(light.link, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(dark.link, '#1d1d22')).toBeGreaterThanOrEqual(4.5);
});

test('the contrast of black and white is 21 to 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});

test('an email has the brand color and logo', () => {
  const { html } = render(mail, { ...options, accentColor: '#e03131', logoUrl: '/brand/logo.png' });
  expect(html).toContain('background-color:#e03131');
  expect(html).toContain('<img src="https://id.example.com/brand/logo.png" alt="Acme"');
  const elsewhere = render(mail, { ...options, logoUrl: 'https://cdn.example.com/l.png?a=1&b="2"' });
  expect(elsewhere.html).toContain('src="https://cdn.example.com/l.png?a=1&amp;b=%222%22"');
});

test('an email without a logo loads nothing', () => {
  expect(render(mail, options).html).not.toMatch(/<img|url\(/);
});
