import { expect, test } from 'vitest';
import { headersIn, newDestination, settingsOf } from './destination-values.ts';

test('only the fields of the kind are sent; a new destination leaves out what is empty', () => {
  const values = {
    ...newDestination,
    kind: 's3' as const,
    url: 'https://x.example',
    bucket: 'b',
    region: 'r',
  };
  expect(settingsOf(values, true)).toEqual({ bucket: 'b', region: 'r' });
});

test('of one that is changed, an empty field removes a setting, and an empty secret is kept', () => {
  const values = { ...newDestination, kind: 'splunk' as const, url: 'https://x.example' };
  expect(settingsOf(values, false)).toEqual({ url: 'https://x.example', index: null });
  expect(settingsOf({ ...values, token: 't', index: 'i' }, false)).toEqual({
    url: 'https://x.example',
    token: 't',
    index: 'i',
  });
});

test('headers are a line each, and a value may hold a colon', () => {
  expect(headersIn('DD-API-KEY: abc\n\n X-Time : 10:20 ')).toEqual({
    'DD-API-KEY': 'abc',
    'X-Time': '10:20',
  });
});
