import type { OrganizationRole } from '@latchkey/contract';
import { LatchkeyError } from '@latchkey/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '../api.ts';

/** What became of one address. `kept`: not tried, because the one before it failed for a reason that concerns all. */
export type Outcome = { email: string } & ({ kind: 'sent' | 'kept' } | { kind: 'refused'; error: unknown });

type Batch = { emails: readonly string[]; role: OrganizationRole; roles: string[] };

/** About this address, so the next may do better. */
function isAboutOne(error: unknown): boolean {
  return error instanceof LatchkeyError && error.status >= 400 && error.status < 500 && error.status !== 401;
}

/** Invites one after the other: each address has its own outcome, and a fault leaves the rest untried. */
export function useSendInvites(): (batch: Batch) => Promise<Outcome[]> {
  const queries = useQueryClient();
  const send = useAct('createInvite', { quiet: true });
  return async ({ emails, ...body }) => {
    const outcomes: Outcome[] = [];
    let failed = false;
    for (const email of emails) {
      if (failed) outcomes.push({ email, kind: 'kept' });
      else
        try {
          await send.mutateAsync({ body: { ...body, email, byMailOnly: true } });
          outcomes.push({ email, kind: 'sent' });
        } catch (error) {
          outcomes.push({ email, kind: 'refused', error });
          failed = !isAboutOne(error);
        }
    }
    await queries.invalidateQueries({ queryKey: ['listInvites'] });
    return outcomes;
  };
}
