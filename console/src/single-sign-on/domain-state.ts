import type { Domain } from '@latchkey/contract';

type State = { label: string; color: string };

/** A proof that ended because its record went missing is shown apart from one that was never there. */
export function domainStateOf({ verified, checkedAt }: Pick<Domain, 'verified' | 'checkedAt'>): State {
  if (verified) return { label: 'Verified', color: 'green' };
  return checkedAt === null
    ? { label: 'Not verified yet', color: 'gray' }
    : { label: 'Record missing', color: 'orange' };
}
