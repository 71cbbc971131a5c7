import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const here = 'https://auth.acme.test';
const app = 'https://app.acme.test';
const content = JSON.stringify({ returnOrigins: [app] });

const warn = vi.spyOn(console, 'warn');
let returnAddress: typeof import('./return-address.ts')['returnAddress'];
beforeEach(async () => {
  warn.mockReset().mockImplementation(() => {});
  vi.stubGlobal('location', { origin: here });
  vi.stubGlobal('document', { querySelector: () => ({ content }) });
  vi.resetModules();
  ({ returnAddress } = await import('./return-address.ts'));
});
afterEach(() => vi.unstubAllGlobals());

test('an allowed address is accepted without a warning', () => {
  expect(returnAddress(`${app}/inbox?folder=1`)).toBe(`${app}/inbox?folder=1`);
  expect(returnAddress('/profile')).toBe('/profile');
  expect(returnAddress(undefined)).toBeUndefined();
  expect(warn).not.toHaveBeenCalled();
});

test('a refused origin is logged once, with how to allow it and without the rest of the address', () => {
  for (let render = 0; render < 3; render++)
    expect(returnAddress('http://localhost:4000/in?token=secret#secret')).toBeUndefined();
  expect(warn.mock.calls).toEqual([
    [
      'Ignored returnTo: http://localhost:4000 is not an allowed origin. To allow it, add it to ALLOWED_ORIGINS.',
    ],
  ]);
});

test.each(['javascript:alert(1)', '//evil.test', 'somewhere', `https://me:secret@app.acme.test/`])(
  '%s is refused for its form, not its origin',
  (returnTo) => {
    expect(returnAddress(returnTo)).toBeUndefined();
    expect(warn.mock.calls).toEqual([[expect.not.stringMatching(/ALLOWED_ORIGINS|secret|evil/)]]);
  },
);
