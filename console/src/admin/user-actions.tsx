import type { User } from '@latchkey/contract';
import { Button, Stack } from '@mantine/core';
import {
  IconLockOpen,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserShare,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAct } from '../api.ts';
import { changePerson } from '../shell/change-person.ts';
import { displayName, useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

type Props = { user: User; onGone: () => void };

/** What an administrator can do to somebody else. What is hard to take back asks first. */
export function UserActions({ user, onGone }: Props) {
  const { permissions, impersonating } = useMe();
  const may = (permission: string) => permissions.includes(permission);
  const params = { id: user.id };
  const stale = ['getUser', 'listUsers'] as const;
  const activate = useAct('activateUser', { invalidates: stale, success: 'The user is active again.' });
  const unlock = useAct('unlockUser', { invalidates: stale, success: 'The account is unlocked.' });
  return (
    <Stack gap="sm">
      {may('users:impersonate') && user.role !== 'ADMIN' && user.isActive && !impersonating && (
        <Impersonate user={user} />
      )}
      {user.lockedUntil && (
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconLockOpen size={16} />}
          loading={unlock.isPending}
          onClick={() => unlock.mutate({ params })}
        >
          Unlock
        </Button>
      )}
      {user.twoFactorEnabled && <ResetTwoFactor user={user} />}
      {user.isActive ? (
        <Deactivate user={user} />
      ) : (
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconUserCheck size={16} />}
          loading={activate.isPending}
          onClick={() => activate.mutate({ params })}
        >
          Activate
        </Button>
      )}
      {may('users:delete') && <Delete user={user} onGone={onGone} />}
    </Stack>
  );
}

function Impersonate({ user }: { user: User }) {
  const navigate = useNavigate();
  const start = useAct('impersonate', {
    onSuccess: () => changePerson(() => navigate({ to: '/', search: {} })),
  });
  return (
    <Button
      variant="default"
      justify="flex-start"
      leftSection={<IconUserShare size={16} />}
      loading={start.isPending}
      onClick={() => start.mutate({ body: { userId: user.id } })}
    >
      Impersonate
    </Button>
  );
}

type DeedProps = {
  label: string;
  icon: ReactNode;
  danger?: boolean;
  title: string;
  confirmLabel: string;
  typed?: string;
  pending: boolean;
  error: unknown;
  done: boolean;
  onConfirm: () => void;
  children: ReactNode;
};

/** A button and the question behind it. */
function Deed({ label, icon, danger, done, ...dialog }: DeedProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        justify="flex-start"
        leftSection={icon}
        {...(danger && { c: 'var(--mantine-color-error)' })}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog opened={asking && !done} danger onClose={() => setAsking(false)} {...dialog} />
    </>
  );
}

function Deactivate({ user }: { user: User }) {
  const act = useAct('deactivateUser', {
    invalidates: ['getUser', 'listUsers'],
    success: 'The user is deactivated.',
    quiet: true,
  });
  return (
    <Deed
      label="Deactivate"
      icon={<IconUserOff size={16} />}
      title={`Deactivate ${displayName(user)}?`}
      confirmLabel="Deactivate"
      pending={act.isPending}
      error={act.error}
      done={act.isSuccess}
      onConfirm={() => act.mutate({ params: { id: user.id } })}
    >
      Every session ends at once and API keys rest, until the account is activated again.
    </Deed>
  );
}

function ResetTwoFactor({ user }: { user: User }) {
  const act = useAct('resetTwoFactor', {
    invalidates: ['getUser', 'listUsers'],
    success: 'Two-factor is reset, and the user is told.',
    quiet: true,
  });
  return (
    <Deed
      label="Reset two-factor"
      icon={<IconShieldOff size={16} />}
      title={`Reset two-factor of ${displayName(user)}?`}
      confirmLabel="Reset two-factor"
      pending={act.isPending}
      error={act.error}
      done={act.isSuccess}
      onConfirm={() => act.mutate({ params: { id: user.id } })}
    >
      For somebody who lost both the authenticator and the backup codes. Be sure who is asking: every session
      ends, and from then on the password alone opens the account.
    </Deed>
  );
}

function Delete({ user, onGone }: Props) {
  const act = useAct('deleteUser', {
    invalidates: ['listUsers'],
    success: 'The user is deleted.',
    quiet: true,
    onSuccess: onGone,
  });
  return (
    <Deed
      label="Delete"
      danger
      icon={<IconTrash size={16} />}
      title={`Delete ${displayName(user)}?`}
      confirmLabel="Delete user"
      typed={user.email}
      pending={act.isPending}
      error={act.error}
      done={act.isSuccess}
      onConfirm={() => act.mutate({ params: { id: user.id } })}
    >
      The account is gone for good, with its keys and sessions; an organization it is the only member of goes
      with it. Audit entries stay.
    </Deed>
  );
}
