import type { Domain } from '@latchkey/contract';

type State = { label: string; color: string };

/** A record that was looked up and not found is shown apart from one that was never looked up. */
export function domainStateOf({ verified, checkedAt }: Pick<Domain, 'verified' | 'checkedAt'>): State {
  if (verified) return { label: 'Verified', color: 'green' };
  return checkedAt === null
    ? { label: 'Not verified yet', color: 'gray' }
    : { label: 'Record missing', color: 'orange' };
}
