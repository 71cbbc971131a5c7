import type { ServiceHealth } from '@latchkey/contract';
import type { LinkProps } from '@tanstack/react-router';

type Area = ServiceHealth['areas'][number]['area'];

/** Where to see what a figure counts. */
export const lists: Partial<Record<Area, { to: NonNullable<LinkProps['to']>; search?: object }>> = {
  mail: { to: '/admin/emails', search: { status: 'FAILED' } },
  webhooks: { to: '/admin/webhooks' },
  destinations: { to: '/admin/destinations' },
  directories: { to: '/admin/organizations' },
};
