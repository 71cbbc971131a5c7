import { LatchkeyError } from '@latchkey/sdk';
import { expect, test, vi } from 'vitest';
import { repeatOnceProven } from './repeat-once-proven.ts';

const refusal = (code = 'REAUTHENTICATION_REQUIRED') =>
  new LatchkeyError({
    status: 403,
    type: 'AUTHORIZATION_ERROR',
    code,
    message: 'No.',
    details: { methods: ['password'] },
  });

/** A client whose calls are refused until someone proves who they are. */
function locked() {
  let open = false;
  const calls: unknown[] = [];
  const remove = async (input: unknown) => {
    calls.push(input);
    if (!open) throw refusal();
    return 'done';
  };
  const ask = vi.fn(async () => {
    open = true;
    return true;
  });
  return { client: { remove }, ask, calls };
}

test('asks for a proof the user can give, then repeats the same call', async () => {
  const { client, ask, calls } = locked();
  expect(await repeatOnceProven(client, ask).remove('this')).toBe('done');
  expect(ask).toHaveBeenCalledWith(['password'], { name: 'remove', input: 'this' });
  expect(calls).toEqual(['this', 'this']);
});

test('asks only once when several calls are refused together', async () => {
  const { client, ask } = locked();
  const api = repeatOnceProven(client, ask);
  expect(await Promise.all([api.remove(1), api.remove(2)])).toEqual(['done', 'done']);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('does not repeat the call when the user cancels', async () => {
  const { client, calls } = locked();
  await expect(repeatOnceProven(client, async () => false).remove('this')).rejects.toThrow('No.');
  expect(calls).toEqual(['this']);
});

test('repeats a call only once', async () => {
  const remove = vi.fn(async () => {
    throw refusal();
  });
  await expect(repeatOnceProven({ remove }, async () => true).remove()).rejects.toThrow('No.');
  expect(remove).toHaveBeenCalledTimes(2);
});

test('leaves every other refusal alone', async () => {
  const ask = vi.fn(async () => true);
  const remove = async () => {
    throw refusal('LAST_SIGN_IN_METHOD');
  };
  await expect(repeatOnceProven({ remove }, ask).remove()).rejects.toMatchObject({
    code: 'LAST_SIGN_IN_METHOD',
  });
  expect(ask).not.toHaveBeenCalled();
});
