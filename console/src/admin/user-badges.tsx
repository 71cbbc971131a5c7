import type { User } from '@latchkey/contract';
import { Badge, Group } from '@mantine/core';

/** What an administrator should see at a glance. Where room is scarce, being active goes without saying. */
export function UserBadges({ user, noteworthy = false }: { user: User; noteworthy?: boolean }) {
  return (
    <Group gap={6}>
      {!user.isActive && <Badge color="gray">Deactivated</Badge>}
      {user.isActive && !noteworthy && <Badge color="green">Active</Badge>}
      {user.lockedUntil && <Badge color="red">Locked</Badge>}
      {user.twoFactorEnabled && <Badge color="teal">2FA</Badge>}
      {!user.emailVerified && <Badge color="yellow">Unverified</Badge>}
    </Group>
  );
}
