import { backupCodePurposes } from './accounts/backup-codes.ts';
import { mailPurpose } from './email/outbox.ts';
import { providerTokenPurpose } from './oauth/seal-provider-tokens.ts';
import { totpPurpose } from './two-factor/totp.ts';
import type { AtRest } from './vault/reseal.ts';
import { webhookPurpose } from './webhooks/parts.ts';

/** Everything kept sealed. A value missing here is lost with the secret an earlier version sealed it under. */
export const atRest: AtRest = {
  columns: [
    { table: 'users', column: 'two_factor_secret', purposeOf: () => totpPurpose },
    {
      table: 'oauth_accounts',
      column: 'access_token',
      purposeOf: (id) => providerTokenPurpose(id, 'access'),
    },
    {
      table: 'oauth_accounts',
      column: 'refresh_token',
      purposeOf: (id) => providerTokenPurpose(id, 'refresh'),
    },
    { table: 'webhook_secrets', column: 'sealed', purposeOf: () => webhookPurpose },
    { table: 'emails', column: 'body', purposeOf: () => mailPurpose },
  ],
  // Only a hash of a backup code is kept.
  kept: Object.values(backupCodePurposes),
};
