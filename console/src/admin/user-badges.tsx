import type { User } from '@latchkey/contract';
import { Badge, Group } from '@mantine/core';
import { useT } from '../language/texts.ts';

/** What an administrator should see at a glance. */
export function UserBadges({ user }: { user: User }) {
  const t = useT();
  return (
    <Group gap={6}>
      {user.isActive ? (
        <Badge color="green">{t('users.badges.active')}</Badge>
      ) : (
        <Badge color="gray">{t('users.badges.deactivated')}</Badge>
      )}
      {user.lockedUntil && <Badge color="red">{t('users.badges.locked')}</Badge>}
      {user.twoFactorEnabled && <Badge color="teal">{t('users.badges.twoFactor')}</Badge>}
      {!user.emailVerified && <Badge color="yellow">{t('users.badges.unverified')}</Badge>}
    </Group>
  );
}
