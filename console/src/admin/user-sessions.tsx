import type { User } from '@latchkey/contract';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Session, sessionColumns } from '../account/sessions-card.tsx';
import { askInLanguage, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { displayName } from '../ui/display-name.ts';
import { List } from '../ui/list.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { Section } from '../ui/section.tsx';

const stale = ['listUserSessions', 'listAuditLogs'] as const;

/** Where a user is signed in. */
export function UserSessions({ user }: { user: User }) {
  const t = useT();
  const { impersonating } = useMe();
  const sessions = useQuery(askInLanguage('listUserSessions', { params: { id: user.id } }));
  const rows = sessions.data?.sessions;
  const [asking, setAsking] = useState(false);
  return (
    <Section
      title={t('account.sessions.title')}
      actions={
        !impersonating &&
        rows &&
        rows.length > 0 && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('users.sessions.endAll')}
          </Button>
        )
      }
      list={
        <List
          label={t('account.sessions.title')}
          framed={false}
          query={sessions}
          rows={rows}
          columns={sessionColumns(t)}
          expect={2}
          {...(!impersonating && { actions: (session: Session) => <End user={user} session={session} /> })}
          empty={{ icon: IconDeviceDesktop, title: t('users.sessions.empty') }}
        />
      }
    >
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('users.sessions.endAllTitle', { name: displayName(user) })}
        confirmLabel={t('users.sessions.endAll')}
        act="revokeUserSessions"
        input={{ params: { id: user.id } }}
        invalidates={stale}
        success={({ message }) => message}
      >
        {t('users.sessions.endAllText')}
      </ConfirmDialog>
    </Section>
  );
}

function End({ user, session }: { user: User; session: Session }) {
  const t = useT();
  const revoke = useAct('revokeUserSession', { invalidates: stale, success: ({ message }) => message });
  return (
    <RowButton
      label={t('account.sessions.end')}
      fullLabel={t('account.sessions.endFull', { device: session.device, ipAddress: session.ipAddress })}
      icon={IconLogout}
      loading={revoke.isPending}
      onClick={() => revoke.mutate({ params: { id: user.id, sessionId: session.id } })}
    />
  );
}
