import type { User } from '@latchkey/contract';
import { Button, Divider, Stack } from '@mantine/core';
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
import { type ReactNode, useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { displayName } from '../ui/display-name.ts';
import { ChangeEmailDialog } from './change-email.tsx';
import { ImpersonateDialog } from './impersonate-dialog.tsx';

type Props = { user: User; onGone: () => void };
type ActionProps = Props & { passkeyCount: number };

const stale = ['getUser', 'listUsers'] as const;

/** What an administrator can do to someone else. Actions that are hard to undo ask first. */
export function UserActions({ user, passkeyCount, onGone }: ActionProps) {
  const t = useT();
  const { permissions, impersonating } = useMe();
  const may = (permission: string) => permissions.includes(permission);
  const params = { id: user.id };
  const activate = useAct('activateUser', { invalidates: stale, success: t('users.activated') });
  const unlock = useAct('unlockUser', { invalidates: stale, success: t('users.unlocked') });
  return (
    <Stack gap="sm">
      {may('users:impersonate') && user.role !== 'ADMIN' && user.isActive && !impersonating && (
        <Impersonate user={user} />
      )}
      {may('users:read') && !impersonating && <ChangeEmail user={user} />}
      {user.lockedUntil && (
        <DeedButton icon={IconLockOpen} loading={unlock.isPending} onClick={() => unlock.mutate({ params })}>
          {t('users.actions.unlock')}
        </DeedButton>
      )}
      {(user.twoFactorEnabled || passkeyCount > 0) && <ResetTwoFactor user={user} />}
      <Divider my={4} />
      {user.isActive ? (
        <Deactivate user={user} />
      ) : (
        <DeedButton
          icon={IconUserCheck}
          loading={activate.isPending}
          onClick={() => activate.mutate({ params })}
        >
          {t('users.actions.activate')}
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
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconUserShare} onClick={() => setAsking(true)}>
        {t('users.actions.impersonate')}
      </DeedButton>
      <ImpersonateDialog user={user} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

function ChangeEmail({ user }: { user: User }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconMailCog} onClick={() => setAsking(true)}>
        {t('users.actions.changeEmail')}
      </DeedButton>
      <ChangeEmailDialog user={user} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

function Deactivate({ user }: { user: User }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconUserOff} onClick={() => setAsking(true)}>
        {t('users.actions.deactivate')}
      </DeedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('users.deactivate.title', { name: displayName(user) })}
        confirmLabel={t('users.actions.deactivate')}
        act="deactivateUser"
        input={{ params: { id: user.id } }}
        invalidates={stale}
        success={t('users.deactivate.done')}
      >
        {t('users.deactivate.text')}
      </ConfirmDialog>
    </>
  );
}

function ResetTwoFactor({ user }: { user: User }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconShieldOff} onClick={() => setAsking(true)}>
        {t('users.actions.resetTwoFactor')}
      </DeedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('users.resetTwoFactor.title', { name: displayName(user) })}
        confirmLabel={t('users.actions.resetTwoFactor')}
        act="resetTwoFactor"
        input={{ params: { id: user.id } }}
        invalidates={stale}
        success={t('users.resetTwoFactor.done')}
      >
        {t('users.resetTwoFactor.text')}
      </ConfirmDialog>
    </>
  );
}

function Delete({ user, onGone }: Props) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <DeedButton icon={IconTrash} danger onClick={() => setAsking(true)}>
        {t('users.actions.delete')}
      </DeedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('users.delete.title', { name: displayName(user) })}
        confirmLabel={t('users.delete.confirm')}
        typed={user.email}
        act="deleteUser"
        input={{ params: { id: user.id } }}
        invalidates={['listUsers']}
        success={t('users.delete.done')}
        onDone={onGone}
      >
        {t('users.delete.text')}
      </ConfirmDialog>
    </>
  );
}
