import { type SystemRole, systemRoles, type UserSort } from '@latchkey/contract';
import { oneOf, type ValuesOf } from '../ui/list-search.ts';

export const userDefaults = {
  page: 1,
  search: '',
  organizationId: '',
  role: '',
  isActive: '',
  sort: '-createdAt',
  open: '',
};

const sorts: readonly UserSort[] = [
  'createdAt',
  '-createdAt',
  'email',
  '-email',
  'lastLoginAt',
  '-lastLoginAt',
];

/** What the service is asked for. */
export function userQuery(values: ValuesOf<typeof userDefaults>) {
  return {
    page: values.page,
    search: values.search || undefined,
    organizationId: values.organizationId || undefined,
    role: oneOf<SystemRole>(systemRoles, values.role),
    isActive: oneOf(['true', 'false'], values.isActive),
    sort: oneOf(sorts, values.sort),
  };
}
