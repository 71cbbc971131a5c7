import { Text } from '@mantine/core';
import { branding } from '../branding.ts';

/** Shown before every reset and emailed code, because the page doesn't know whether the address was ever verified. */
export function ReclaimNote({ act }: { act: string }) {
  // Then every address counts as verified.
  if (branding.emailVerification === false) return null;
  return (
    <Text size="xs" c="dimmed">
      If this address was never verified, someone else may have set up the account. {act} then also ends its
      API keys, passkeys, linked providers, two-factor authentication, app permissions and its membership in a
      shared organization. In an organization without other members, invitations and keys end, and webhooks
      and applications are disabled.
    </Text>
  );
}
