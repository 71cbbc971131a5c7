import type { User } from '@latchkey/contract';
import { Badge, Group } from '@mantine/core';

/** What an administrator should see at a glance. */
export function UserBadges({ user }: { user: User }) {
  return (
    <Group gap={6}>
      {user.isActive ? <Badge color="green">Active</Badge> : <Badge color="gray">Deactivated</Badge>}
      {user.lockedUntil && <Badge color="red">Locked</Badge>}
      {user.twoFactorEnabled && <Badge color="teal">2FA</Badge>}
      {!user.emailVerified && <Badge color="yellow">Unverified</Badge>}
    </Group>
  );
}
