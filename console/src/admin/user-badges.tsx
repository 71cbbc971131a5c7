import type { User } from '@latchkey/contract';
import { Badge, Group, useMatches } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { Usual } from '../ui/usual.tsx';

/** What an administrator should see at a glance. `inRow`: on one line where there is room. */
export function UserBadges({ user, inRow = false }: { user: User; inRow?: boolean }) {
  const t = useT();
  const isWide = useMatches({ base: false, xl: true }, { getInitialValueInEffect: false });
  return (
    <Group gap="4px 8px" wrap={inRow && isWide ? 'nowrap' : 'wrap'}>
      {user.isActive ? (
        <Usual>{t('users.badges.active')}</Usual>
      ) : (
        <Badge color="gray">{t('users.badges.deactivated')}</Badge>
      )}
      {user.lockedUntil && <Badge color="red">{t('users.badges.locked')}</Badge>}
      {user.twoFactorEnabled && <Usual>{t('users.badges.twoFactor')}</Usual>}
      {!user.emailVerified && <Badge color="yellow">{t('users.badges.unverified')}</Badge>}
    </Group>
  );
}
