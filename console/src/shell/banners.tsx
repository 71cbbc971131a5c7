import { Alert, Button, Group, Text } from '@mantine/core';
import { IconBuildingOff, IconMailExclamation, IconShieldExclamation } from '@tabler/icons-react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { formatDay } from '../ui/dates.ts';
import { ButtonLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { setLost, useIsLost } from './lost-organization.ts';
import type { Me } from './me.ts';

/** Until the address is verified. */
function VerificationBanner({ me }: { me: Me }) {
  const t = useT();
  const resend = useAct('resendVerification', { success: t('banner.sentLink') });
  if (me.user.emailVerified) return null;
  return (
    <Alert color="yellow" icon={<IconMailExclamation size={18} />} role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t.rich('banner.verify', { email: <Unbroken text={me.user.email} /> })}</Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={resend.isPending}
          disabled={resend.isSuccess}
          onClick={() => resend.mutate({ body: { email: me.user.email } })}
        >
          {t(resend.isSuccess ? 'banner.sent' : 'banner.sendAgain')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Tells people until when they have to set up a second factor. */
function DueBanner({ me: { twoFactorDueAt } }: { me: Me }) {
  const t = useT();
  if (!twoFactorDueAt) return null;
  return (
    <Alert color="yellow" icon={<IconShieldExclamation size={18} />} role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('banner.twoFactorDue', { day: formatDay(twoFactorDueAt) })}</Text>
        <ButtonLink to="/profile/security" size="compact-sm" variant="default">
          {t('banner.setUpTwoFactor')}
        </ButtonLink>
      </Group>
    </Alert>
  );
}

/** Tells people whose session a policy refuses what to do. */
function BlockedBanner({ me: { blockedBy } }: { me: Me }) {
  const t = useT();
  if (!blockedBy || blockedBy === 'TWO_FACTOR_SETUP_REQUIRED') return null;
  return (
    <Alert color="red" icon={<IconShieldExclamation size={18} />} role="status" py="xs">
      <Text size="sm">{t('banner.blocked')}</Text>
    </Alert>
  );
}

/** Tells people who need two-factor before a page refuses them. */
function TwoFactorBanner({ me }: { me: Me }) {
  const t = useT();
  if (!me.requiresTwoFactorSetup) return null;
  return (
    <Alert color="red" icon={<IconShieldExclamation size={18} />} role="status" py="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t(me.user.role === 'ADMIN' ? 'banner.twoFactorAdmins' : 'banner.twoFactorEveryone')}
        </Text>
        <ButtonLink to="/profile/security" size="compact-sm" variant="default">
          {t('banner.setUpTwoFactor')}
        </ButtonLink>
      </Group>
    </Alert>
  );
}

/** After the organization chosen in this tab ended: another member removed them, or it was deleted. */
function LostOrganizationBanner({ me }: { me: Me }) {
  const t = useT();
  if (!useIsLost()) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconBuildingOff size={18} />}
      role="status"
      py="xs"
      withCloseButton
      closeButtonLabel={t('banner.dismiss')}
      onClose={() => setLost(false)}
    >
      <Text size="sm">
        {me.organization
          ? t.rich('banner.lostBackIn', { organization: <b>{me.organization.name}</b> })
          : t('banner.lost')}
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
