import { challengeAfter } from '@latchkey/contract';
import { findFailures } from '../identity/attempts/attempt-store.ts';
import { spend } from '../identity/relying-party/spent-store.ts';
import { networkOf } from '../platform/address.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type Call, fieldsOf } from './call.ts';
import { giveBackTurn, takeTurn } from './take-turn.ts';

const longestSolution = 8000;

/**
 * Where the service is guarded against bots, some requests need a solved challenge. It is judged once the request is valid
 * and within its limits, and before anything is looked up about an account, so that the answer tells nothing of one.
 */
export function requireChallenge(call: Call): undefined | Promise<Refusal | undefined> {
  const { deps, route } = call;
  return route.challenge && deps.bots.kind !== 'off' ? judgeSolution(call) : undefined;
}

async function judgeSolution(call: Call): Promise<Refusal | undefined> {
  const { deps, route, request, client } = call;
  if (route.challenge === 'after-failures' && !(await hasFailures(call))) return undefined;
  const given = request.headers['x-challenge'];
  const isGiven = typeof given === 'string' && given.length <= longestSolution;
  // No turn is held while another service is asked.
  if (deps.bots.asksOutside) giveBackTurn(call);
  const solved = isGiven ? await deps.bots.check(given, client.ipAddress) : undefined;
  const overloaded = solved && (await takeTurn(call));
  if (overloaded) return overloaded;
  // It serves one request, on whichever node, however that ends.
  if (solved && (await spend(deps.sql, solved.id, solved.expiresAt))) return undefined;
  return refuse('CHALLENGE_REQUIRED', { details: deps.bots.challenge(deps.clock.now()) });
}

/** For the address, known or not, or from the client's network. */
async function hasFailures(call: Call): Promise<boolean> {
  const { deps, route } = call;
  const network = await deps.limiter.use(failuresOf(call), failureRule, { look: true });
  if (network.limited) return true;
  const account = String(fieldsOf(call)[route.accountField ?? ''] ?? '');
  return (await findFailures(deps.sql, account, deps.clock.now())) >= challengeAfter.failures;
}

const failureRule = { limit: challengeAfter.failures, windowMs: challengeAfter.windowMs };

function failuresOf({ client }: Call): string {
  return `failures:ip:${networkOf(client.ipAddress, 4)}`;
}

/** Counts a sign-in that failed against the network that it came from. */
export async function countFailure(call: Call, { refused }: Refusal): Promise<void> {
  const { deps, route } = call;
  if (route.challenge !== 'after-failures' || deps.bots.kind === 'off') return;
  if (refused === 'INVALID_CREDENTIALS' || refused === 'ACCOUNT_LOCKED')
    await deps.limiter.check(failuresOf(call), failureRule);
}
