import type { Translation } from '../parts.ts';
import { account } from './console/account.ts';
import { applications } from './console/applications.ts';
import { audit } from './console/audit.ts';
import { checks } from './console/checks.ts';
import { dashboard } from './console/dashboard.ts';
import { destinations } from './console/destinations.ts';
import { directory } from './console/directory.ts';
import { emails } from './console/emails.ts';
import { firstSteps } from './console/first-steps.ts';
import { hooks } from './console/hooks.ts';
import { organization } from './console/organization.ts';
import { organizationKeys } from './console/organization-keys.ts';
import { policies } from './console/policies.ts';
import { settings } from './console/settings.ts';
import { shared } from './console/shared.ts';
import { shell } from './console/shell.ts';
import { singleSignOn } from './console/single-sign-on.ts';
import { teamRoles } from './console/team-roles.ts';
import { users } from './console/users.ts';
import { webhooks } from './console/webhooks.ts';

/** The texts of the pages that need a session. */
export const messages: Translation<'console'> = {
  ...account,
  ...applications,
  ...audit,
  ...checks,
  ...dashboard,
  ...directory,
  ...emails,
  ...firstSteps,
  ...hooks,
  ...organization,
  ...organizationKeys,
  ...policies,
  ...settings,
  ...shared,
  ...shell,
  ...singleSignOn,
  ...teamRoles,
  ...users,
  ...webhooks,
  ...destinations,
};
