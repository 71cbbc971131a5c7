const reasons = [
  ['/api/admin/applications', 'application'],
  ['/api/admin/', 'service'],
  ['/api/organizations/current/', 'organization'],
  ['/api/users/profile', 'account'],
  ['/api/users', 'person'],
] as const;

export type Reason = (typeof reasons)[number][1];

/** What the refused call is about, so that the dialog says why it asks. Pages that load ask for the reader's own sake. */
export function reasonFor(address = ''): Reason {
  return reasons.find(([start]) => address.startsWith(start))?.[1] ?? 'account';
}
