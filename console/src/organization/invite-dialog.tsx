import type { OrganizationRole } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Button, Modal, Select, Stack, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { grantable } from './roles.ts';

type Made = Output<'createInvite'>['invite'];

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<Made>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  return (
    <Modal opened={opened} onClose={close} title={made ? 'Invitation sent' : 'Invite someone'}>
      {made ? <HandOver invite={made} onDone={close} /> : <InviteForm onMade={setMade} onCancel={close} />}
    </Modal>
  );
}

function InviteForm({ onMade, onCancel }: { onMade: (invite: Made) => void; onCancel: () => void }) {
  const { organization } = useMe();
  const send = useAct('createInvite', {
    invalidates: ['listInvites'],
    quiet: true,
    onSuccess: ({ invite }) => onMade(invite),
  });
  const form = useApiForm({ initialValues: { email: '', role: 'MEMBER' as OrganizationRole } });
  return (
    <form noValidate onSubmit={form.submit((body) => send.mutateAsync({ body }))}>
      <Stack>
        <TextInput label="Email" type="email" data-autofocus {...form.getInputProps('email')} />
        <Select
          label="Role"
          data={grantable(organization?.role ?? 'MEMBER')}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label="Send invitation" submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function HandOver({ invite, onDone }: { invite: Made; onDone: () => void }) {
  return (
    <Stack>
      <Alert icon={<IconMailForward size={18} />} title={`We emailed ${invite.email}`}>
        {invite.url === undefined
          ? 'Only they get the link, because a policy says which email domains may join.'
          : "You can also share the link yourself. We won't show it again."}
      </Alert>
      {invite.url === undefined ? (
        <Button onClick={onDone}>Done</Button>
      ) : (
        <ShownOnce text={invite.url} copyLabel="Copy link" testId="invite-link" onDone={onDone} />
      )}
    </Stack>
  );
}
