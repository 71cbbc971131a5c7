import { account } from './console/account.ts';
import { shared } from './console/shared.ts';
import { shell } from './console/shell.ts';

/** The texts of the pages that need a session. */
export const messages = { ...account, ...shared, ...shell } as const;
