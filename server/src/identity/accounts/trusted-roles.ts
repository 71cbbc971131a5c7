import { permissions } from '@latchkey/contract';

/** Every ADMIN, and everyone with any ADMIN permission except listing colleagues. */
export function mustHaveTwoFactor(holder: { permissions: readonly string[] }): boolean {
  return permissions.some((each) => each !== 'users:list' && holder.permissions.includes(each));
}
