import { managesRole } from '@latchkey/contract';
import { Menu, Modal } from '@mantine/core';
import { IconLink, IconMailForward, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { toast } from '../ui/toast.ts';
import { Unbroken } from '../ui/unbroken.tsx';
import type { Invite } from './roles.ts';

/** What can be done with an open invitation. */
export function InviteActions({ invite }: { invite: Invite }) {
  const t = useT();
  const own = useMe().organization?.role ?? 'MEMBER';
  const [asking, setAsking] = useState(false);
  const [url, setUrl] = useState<string>();
  const { email } = invite;
  const input = { params: { id: invite.id } };
  const resend = useAct('resendInvite', {
    invalidates: ['listInvites'],
    success: t('invites.resend.done', { email }),
  });
  const link = useAct('createInviteLink', {
    invalidates: ['listInvites'],
    onSuccess: async ({ invite: made }) => {
      if (made.url === undefined) return;
      try {
        await navigator.clipboard.writeText(made.url);
        toast(t('invites.copyLink.done'));
      } catch {
        // Without HTTPS, or asked too long after the click: they copy it themselves.
        setUrl(made.url);
      }
    },
  });
  return (
    <>
      <RowMenu name={email}>
        {managesRole(own, invite.role) && (
          <>
            <Menu.Item
              leftSection={<IconMailForward size={16} className="points" />}
              onClick={() => resend.mutate(input)}
            >
              {t('invites.resend')}
            </Menu.Item>
            <Menu.Item leftSection={<IconLink size={16} />} onClick={() => link.mutate(input)}>
              {t('invites.copyLink')}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconX size={16} />} onClick={() => setAsking(true)}>
          {t('invites.cancel')}
        </Menu.Item>
      </RowMenu>
      <Modal opened={url !== undefined} onClose={() => setUrl(undefined)} title={t('invites.copyLink.title')}>
        <ShownOnce
          text={url ?? ''}
          copyLabel={t('invites.copyLink')}
          testId="invite-link"
          onDone={() => setUrl(undefined)}
        />
      </Modal>
      <CancelDialog invite={invite} opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

type CancelProps = { invite: Invite; opened: boolean; onClose: () => void };

function CancelDialog({ invite, opened, onClose }: CancelProps) {
  const t = useT();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('invites.cancel.title')}
      confirmLabel={t('invites.cancel.confirm')}
      act="cancelInvite"
      input={{ params: { id: invite.id } }}
      invalidates={['listInvites']}
      success={t('invites.cancel.done')}
    >
      {t.rich('invites.cancel.text', { email: <Unbroken text={invite.email} /> })}
    </ConfirmDialog>
  );
}
