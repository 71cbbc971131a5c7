import type { OrganizationRole } from '@latchkey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useAct } from '../api.ts';
import { actOnEach } from '../ui/act-on-each.ts';

/** What became of one address. `kept`: not tried, because the one before it failed for a reason that concerns all. */
export type Outcome = { email: string } & ({ kind: 'sent' | 'kept' } | { kind: 'refused'; error: unknown });

type Batch = { emails: readonly string[]; role: OrganizationRole; roles: string[] };

const sentAs = { done: 'sent', kept: 'kept' } as const;

/** Invites one after the other. */
export function useSendInvites(): (batch: Batch) => Promise<Outcome[]> {
  const queries = useQueryClient();
  const send = useAct('createInvite', { quiet: true });
  return async ({ emails, ...body }) => {
    const invite = (email: string) => send.mutateAsync({ body: { ...body, email, byMailOnly: true } });
    const outcomes = await actOnEach(emails, invite);
    await queries.invalidateQueries({ queryKey: ['listInvites'] });
    return outcomes.map(
      ({ item: email, ...outcome }): Outcome =>
        outcome.kind === 'refused' ? { email, ...outcome } : { email, kind: sentAs[outcome.kind] },
    );
  };
}
