import { permissions } from '@latchkey/contract';

/** Every ADMIN, and everyone with any ADMIN permission except listing colleagues. */
export function mustHaveTwoFactor(holder: { permissions: readonly string[] }): boolean {
  return holder.permissions.some(isTrusted);
}

/** No organization's identity provider speaks for those who run the service: in what it began, the rest counts. */
export function vouchedOf(held: readonly string[]): readonly string[] {
  return held.filter((each) => !isTrusted(each));
}

const trusted: ReadonlySet<string> = new Set(permissions.filter((each) => each !== 'users:list'));
const isTrusted = (permission: string) => trusted.has(permission);
