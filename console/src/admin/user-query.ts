import { type SystemRole, systemRoles, userSorts } from '@latchkey/contract';
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

/** The query for the service. */
export function userQuery(values: ValuesOf<typeof userDefaults>) {
  return {
    page: values.page,
    search: values.search || undefined,
    organizationId: values.organizationId || undefined,
    role: oneOf<SystemRole>(systemRoles, values.role),
    isActive: oneOf(['true', 'false'], values.isActive),
    sort: oneOf(userSorts, values.sort),
  };
}
