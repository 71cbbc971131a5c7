import type { TeamRole } from '@latchkey/contract';

type Changed = Pick<TeamRole, 'permissions' | 'isDefault'>;

/** What people who hold a role lose by a change of it. */
export type Loss = { permissions: string[]; isDefault: boolean };

/** Undefined: no one loses anything. */
export function lossOf(before: Changed | undefined, after: Changed): Loss | undefined {
  if (!before) return undefined;
  const permissions = before.permissions.filter((each) => !after.permissions.includes(each));
  const isDefault = before.isDefault && !after.isDefault;
  return permissions.length > 0 || isDefault ? { permissions, isDefault } : undefined;
}
