import type { OrganizationRole } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { RolesField } from '../team-roles/roles-field.tsx';
import { useTeamRoles } from '../team-roles/use-team-roles.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { grantable } from './roles.ts';

type Made = Output<'createInvite'>['invite'];

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  const [made, setMade] = useState<Made>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  return (
    <Modal opened={opened} onClose={close} title={t(made ? 'invites.sent' : 'invites.invite')}>
      {made ? <HandOver invite={made} onDone={close} /> : <InviteForm onMade={setMade} onCancel={close} />}
    </Modal>
  );
}

function InviteForm({ onMade, onCancel }: { onMade: (invite: Made) => void; onCancel: () => void }) {
  const t = useT();
  const { organization } = useMe();
  const send = useAct('createInvite', {
    invalidates: ['listInvites'],
    quiet: true,
    onSuccess: ({ invite }) => onMade(invite),
  });
  const hasTeamRoles = useTeamRoles().length > 0;
  const form = useApiForm({
    initialValues: { email: '', role: 'MEMBER' as OrganizationRole, roles: [] as string[] },
  });
  return (
    <form noValidate onSubmit={form.submit((body) => send.mutateAsync({ body }))}>
      <Stack>
        <TextInput
          label={t('invites.form.email')}
          type="email"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Select
          label={t('invites.form.role')}
          data={grantable(organization?.role ?? 'MEMBER')}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        {hasTeamRoles && (
          <RolesField
            label={t('teamRoles.title')}
            description={t('teamRoles.invite.note')}
            {...form.getInputProps('roles')}
          />
        )}
        <ErrorNote error={form.failure} />
        <FormButtons label={t('invites.form.send')} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function HandOver({ invite, onDone }: { invite: Made; onDone: () => void }) {
  const t = useT();
  return (
    <Stack>
      <Alert
        icon={<IconMailForward size={18} className="points" />}
        title={t('invites.sent.title', { email: invite.email })}
      >
        {t(invite.url === undefined ? 'invites.sent.onlyThey' : 'invites.sent.share')}
      </Alert>
      {invite.url === undefined ? (
        <Button onClick={onDone}>{t('invites.sent.done')}</Button>
      ) : (
        <ShownOnce
          text={invite.url}
          copyLabel={t('invites.sent.copy')}
          testId="invite-link"
          onDone={onDone}
        />
      )}
    </Stack>
  );
}
