import { account } from './console/account.ts';
import { applications } from './console/applications.ts';
import { audit } from './console/audit.ts';
import { emails } from './console/emails.ts';
import { organization } from './console/organization.ts';
import { organizationKeys } from './console/organization-keys.ts';
import { policies } from './console/policies.ts';
import { shared } from './console/shared.ts';
import { shell } from './console/shell.ts';
import { users } from './console/users.ts';
import { webhooks } from './console/webhooks.ts';

/** The texts of the pages that need a session. */
export const messages = {
  ...account,
  ...applications,
  ...audit,
  ...emails,
  ...organization,
  ...organizationKeys,
  ...policies,
  ...shared,
  ...shell,
  ...users,
  ...webhooks,
} as const;
