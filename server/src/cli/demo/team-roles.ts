import { uuidv7 } from 'uuidv7';
import type { Resident } from './people.ts';

const day = 86_400_000;

/** What the demo's own application can allow, sorted by name. */
export const demoPermissions = [
  { name: 'orders:read', description: 'See orders and their invoices' },
  { name: 'orders:refund', description: 'Refund an order' },
  { name: 'reports:export', description: 'Download reports' },
];

/** Two templates, and a role that the ADMIN's company made itself. */
export function teamRolesOf({ company, joinedAt }: Resident) {
  const roles = [
    {
      organizationId: null,
      key: 'viewer',
      name: 'Viewer',
      description: 'Sees orders.',
      permissions: ['orders:read'],
      isDefault: true,
    },
    {
      organizationId: null,
      key: 'support',
      name: 'Support',
      description: 'Helps customers with their orders.',
      permissions: ['orders:read', 'orders:refund'],
      isDefault: false,
    },
    {
      organizationId: company.id,
      key: 'org-accounting',
      name: 'Accounting',
      description: 'Closes the month.',
      permissions: ['orders:read', 'reports:export'],
      isDefault: false,
    },
  ];
  return roles.map((role, nth) => {
    const createdAt = new Date(joinedAt.getTime() + (8 + nth) * day);
    return { ...role, id: uuidv7(), createdAt, updatedAt: createdAt };
  });
}

/** Which of the roles a person was given: some people of the ADMIN's company, whose number there this is. */
export function givenTo(nth: number, roles: ReturnType<typeof teamRolesOf>): string[] {
  const ids = (key: string) => roles.filter((role) => role.key === key).map(({ id }) => id);
  if (nth > 3 && nth < 10) return ids('support');
  return nth === 12 || nth === 15 ? ids('org-accounting') : [];
}
