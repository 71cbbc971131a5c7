import { started } from '@latchkey/server/testing/lifetime';
import { password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { type Challenge, createClient, LatchkeyError, solveChallenge } from './index.ts';

const service = started(() => startService({ env: { BOT_PROTECTION: 'pow', BOT_POW_COST: '1' } }));
const baseUrl = () => service.url;
let addresses = 0;
const account = () => ({ email: `sdk-${++addresses}@example.com`, password, organizationName: 'Solvers' });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'passed',
    (error: unknown) => (error instanceof LatchkeyError ? error.code : String(error)),
  );

describe('solveChallenge', () => {
  test('returns what X-Challenge must hold, and tells how far it is', async () => {
    const api = createClient({ baseUrl: baseUrl() });
    const tried: number[] = [];
    const solution = await solveChallenge(await api.getChallenge(), { onProgress: (n) => tried.push(n) });
    expect(tried[0]).toBe(0);
    const headers = { 'x-challenge': solution };
    const answer = await service.client().post('/api/auth/register', account(), { headers });
    expect(answer.status).toBe(201);
  });

  test('stops when it is told to', async () => {
    const api = createClient({ baseUrl: baseUrl() });
    const stopped = AbortSignal.abort(new Error('enough'));
    await expect(solveChallenge(await api.getChallenge(), { signal: stopped })).rejects.toThrow('enough');
  });

  test('refuses what it cannot compute', async () => {
    await expect(solveChallenge({ kind: 'off' })).rejects.toThrow(TypeError);
  });
});

describe('a client that can solve', () => {
  test('registers as if nothing were guarded; one that cannot is refused', async () => {
    const api = createClient({ baseUrl: baseUrl(), solveChallenge });
    expect((await api.register({ body: account() })).user.organization?.role).toBe('OWNER');
    expect(await codeOf(createClient({ baseUrl: baseUrl() }).register({ body: account() }))).toBe(
      'CHALLENGE_REQUIRED',
    );
  });

  test('answers one refusal a call', async () => {
    const asked: Challenge[] = [];
    const api = createClient({
      baseUrl: baseUrl(),
      solveChallenge: async (challenge) => {
        asked.push(challenge);
        return 'no solution';
      },
    });
    expect(await codeOf(api.register({ body: account() }))).toBe('CHALLENGE_REQUIRED');
    expect(asked.map(({ kind }) => kind)).toEqual(['pow']);
    expect(await codeOf(api.register({ body: account() }))).toBe('CHALLENGE_REQUIRED');
    expect(asked).toHaveLength(2);
  });

  test('passes on the refusal if nothing solves it', async () => {
    const api = createClient({
      baseUrl: baseUrl(),
      solveChallenge: () => Promise.reject(new Error('closed')),
    });
    expect(await codeOf(api.register({ body: account() }))).toBe('CHALLENGE_REQUIRED');
  });

  test('is not asked about other refusals', async () => {
    const api = createClient({
      baseUrl: baseUrl(),
      solveChallenge: () => Promise.reject(new Error('asked')),
    });
    const call = api.register({ body: { ...account(), email: 'no address' } });
    expect(await codeOf(call)).toBe('VALIDATION_FAILED');
  });
});
