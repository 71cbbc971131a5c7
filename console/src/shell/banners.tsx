import { Alert, Button, Group, Text } from '@mantine/core';
import { IconBuildingOff, IconMailExclamation, IconShieldExclamation } from '@tabler/icons-react';
import { useAct } from '../api.ts';
import { formatDay } from '../ui/dates.ts';
import { ButtonLink } from '../ui/link.tsx';
import { setLost, useIsLost } from './lost-organization.ts';
import type { Me } from './me.ts';

/** Until the address is verified. */
function VerificationBanner({ me }: { me: Me }) {
  const resend = useAct('resendVerification', { success: 'We sent a new link.' });
  if (me.user.emailVerified) return null;
  return (
    <Alert color="yellow" icon={<IconMailExclamation size={18} />} role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Verify <b>{me.user.email}</b>. Follow the link we emailed you.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={resend.isPending}
          disabled={resend.isSuccess}
          onClick={() => resend.mutate({ body: { email: me.user.email } })}
        >
          {resend.isSuccess ? 'Sent' : 'Send again'}
        </Button>
      </Group>
    </Alert>
  );
}

/** Tells people until when they have to set up a second factor. */
function DueBanner({ me: { twoFactorDueAt } }: { me: Me }) {
  if (!twoFactorDueAt) return null;
  return (
    <Alert color="yellow" icon={<IconShieldExclamation size={18} />} role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Set up two-factor authentication by {formatDay(twoFactorDueAt)}. A policy requires it.
        </Text>
        <ButtonLink to="/profile/security" size="compact-sm" variant="default">
          Set up two-factor
        </ButtonLink>
      </Group>
    </Alert>
  );
}

/** Tells people whose session a policy refuses what to do. */
function BlockedBanner({ me: { blockedBy } }: { me: Me }) {
  if (!blockedBy || blockedBy === 'TWO_FACTOR_SETUP_REQUIRED') return null;
  return (
    <Alert color="red" icon={<IconShieldExclamation size={18} />} role="status" py="xs">
      <Text size="sm">A policy doesn't allow the way you signed in. Sign out, then sign in another way.</Text>
    </Alert>
  );
}

/** Tells people who need two-factor before a page refuses them. */
function TwoFactorBanner({ me }: { me: Me }) {
  if (!me.requiresTwoFactorSetup) return null;
  return (
    <Alert color="red" icon={<IconShieldExclamation size={18} />} role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {me.user.role === 'ADMIN' ? 'Administrators' : 'Everyone here'} must use two-factor authentication.
          Set it up to use the rest of the console.
        </Text>
        <ButtonLink to="/profile/security" size="compact-sm" variant="default">
          Set up two-factor
        </ButtonLink>
      </Group>
    </Alert>
  );
}

/** After the organization chosen in this tab ended: another member removed them, or it was deleted. */
function LostOrganizationBanner({ me }: { me: Me }) {
  if (!useIsLost()) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconBuildingOff size={18} />}
      role="status"
      py="xs"
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => setLost(false)}
    >
      <Text size="sm">
        You no longer have access to the organization you chose in this tab.{' '}
        {me.organization ? (
          <>
            You're back in <b>{me.organization.name}</b>.
          </>
        ) : (
          "You don't belong to another one."
        )}
      </Text>
    </Alert>
  );
}

export function Banners({ me }: { me: Me }) {
  return (
    <>
      <LostOrganizationBanner me={me} />
      <TwoFactorBanner me={me} />
      <DueBanner me={me} />
      <BlockedBanner me={me} />
      <VerificationBanner me={me} />
    </>
  );
}
