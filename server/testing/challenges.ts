import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Client } from './client.ts';

type Given = { challenge?: Parameters<typeof solveChallenge>[0]['challenge'] };

/** What `X-Challenge` holds, solved by the library whose format it is. */
export async function solve({ challenge }: Given, counterStart = 0): Promise<string> {
  if (!challenge) throw new Error('there is nothing to solve');
  const solution = await solveChallenge({ challenge, deriveKey, counterStart });
  return encode({ challenge, solution });
}

export function encode(payload: unknown): string {
  return Buffer.from(JSON.stringify(payload)).toString('base64');
}

/** The header of a request that may pass once. */
export async function solved(client: Client): Promise<{ headers: { 'x-challenge': string } }> {
  const { body } = await client.get('/api/auth/challenge');
  return { headers: { 'x-challenge': await solve(body) } };
}
