import type { User } from '@latchkey/contract';
import { Button, Stack } from '@mantine/core';
import {
  type Icon,
  IconLockOpen,
  IconMailCog,
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
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { displayName } from '../ui/display-name.ts';
import { ChangeEmailDialog } from './change-email.tsx';

type Props = { user: User; onGone: () => void };
type ActionProps = Props & { passkeyCount: number };

const stale = ['getUser', 'listUsers'] as const;

/** What an administrator can do to someone else. Actions that are hard to undo ask first. */
export function UserActions({ user, passkeyCount, onGone }: ActionProps) {
  const { permissions, impersonating } = useMe();
  const may = (permission: string) => permissions.includes(permission);
  const params = { id: user.id };
  const activate = useAct('activateUser', { invalidates: stale, success: 'User activated.' });
  const unlock = useAct('unlockUser', { invalidates: stale, success: 'Account unlocked.' });
  return (
    <Stack gap="sm">
      {may('users:impersonate') && user.role !== 'ADMIN' && user.isActive && !impersonating && (
        <Impersonate user={user} />
      )}
      {may('users:read') && !impersonating && <ChangeEmail user={user} />}
      {user.lockedUntil && (
        <DeedButton icon={IconLockOpen} loading={unlock.isPending} onClick={() => unlock.mutate({ params })}>
          Unlock
        </DeedButton>
      )}
      {(user.twoFactorEnabled || passkeyCount > 0) && <ResetTwoFactor user={user} />}
      {user.isActive ? (
        <Deactivate user={user} />
      ) : (
        <DeedButton
          icon={IconUserCheck}
          loading={activate.isPending}
          onClick={() => activate.mutate({ params })}
        >
          Activate
        </DeedButton>
      )}
      {may('users:delete') && <Delete user={user} onGone={onGone} />}
    </Stack>
  );
}

type DeedProps = {
  icon: Icon;
  danger?: boolean;
  loading?: boolean;
  onClick: () => void;
  children: ReactNode;
};

function DeedButton({ icon: DeedIcon, danger = false, loading = false, onClick, children }: DeedProps) {
  return (
    <Button
      variant="default"
      justify="flex-start"
      leftSection={<DeedIcon size={16} />}
      loading={loading}
      onClick={onClick}
      {...(danger && { c: 'var(--mantine-color-error)' })}
    >
      {children}
    </Button>
  );
}

function Impersonate({ user }: { user: User }) {
  const navigate = useNavigate();
  const start = useAct('impersonate', {
    onSuccess: () => changePerson(() => navigate({ to: '/', search: {} })),
  });
  return (
    <DeedButton
      icon={IconUserShare}
      loading={start.isPending}
      onClick={() => start.mutate({ body: { userId: user.id } })}
    >
      Impersonate
    </DeedButton>
  );
}

function ChangeEmail({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconMailCog} onClick={() => setAsking(true)}>
        Change email
      </DeedButton>
      <ChangeEmailDialog user={user} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

function Deactivate({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconUserOff} onClick={() => setAsking(true)}>
        Deactivate
      </DeedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Deactivate ${displayName(user)}?`}
        confirmLabel="Deactivate"
        act="deactivateUser"
        input={{ params: { id: user.id } }}
        invalidates={stale}
        success="User deactivated."
      >
        Their sessions end now. Their API keys stop working until you reactivate the account.
      </ConfirmDialog>
    </>
  );
}

function ResetTwoFactor({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconShieldOff} onClick={() => setAsking(true)}>
        Reset two-factor
      </DeedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Reset two-factor for ${displayName(user)}?`}
        confirmLabel="Reset two-factor"
        act="resetTwoFactor"
        input={{ params: { id: user.id } }}
        invalidates={stale}
        success="Two-factor reset. We emailed the user."
      >
        For someone who lost their authenticator app, their backup codes and their passkeys. Make sure it's
        really them: their passkeys are removed, every session ends, and then the password alone is enough to
        sign in.
      </ConfirmDialog>
    </>
  );
}

function Delete({ user, onGone }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconTrash} danger onClick={() => setAsking(true)}>
        Delete
      </DeedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Delete ${displayName(user)}?`}
        confirmLabel="Delete user"
        typed={user.email}
        act="deleteUser"
        input={{ params: { id: user.id } }}
        invalidates={['listUsers']}
        success="User deleted."
        onDone={onGone}
      >
        This deletes the account along with its API keys and sessions, and the organization if they are its
        only member. Audit entries stay. You can't undo this.
      </ConfirmDialog>
    </>
  );
}
