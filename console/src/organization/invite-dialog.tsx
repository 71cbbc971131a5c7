import type { OrganizationRole } from '@latchkey/contract';
import { Modal, Select, Stack, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { RolesField } from '../team-roles/roles-field.tsx';
import { useTeamRoles } from '../team-roles/use-team-roles.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { toast } from '../ui/toast.ts';
import { addressesIn } from './addresses-in.ts';
import { InviteOutcomes } from './invite-outcomes.tsx';
import { grantable } from './roles.ts';
import { type Outcome, useSendInvites } from './send-invites.ts';

const mostAtOnce = 50;

export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('invites.invite')}>
      <InviteForm onClose={onClose} />
    </Modal>
  );
}

/** Stays open with the addresses that were refused. */
function InviteForm({ onClose }: { onClose: () => void }) {
  const t = useT();
  const own = useMe().organization?.role ?? 'MEMBER';
  const send = useSendInvites();
  const [outcomes, setOutcomes] = useState<Outcome[]>([]);
  const hasTeamRoles = useTeamRoles().length > 0;
  const form = useApiForm({
    initialValues: { emails: [] as string[], role: 'MEMBER' as OrganizationRole, roles: [] as string[] },
    validate: { emails: ({ length }) => (length === 0 ? t('invites.form.none') : null) },
  });
  const { emails } = form.values;
  const submit = async (batch: typeof form.values) => {
    const done = await send(batch);
    const left = done.filter(({ kind }) => kind !== 'sent').map(({ email }) => email);
    if (left.length > 0) {
      setOutcomes(done);
      form.setFieldValue('emails', left);
      return;
    }
    toast(sentText(t, done));
    onClose();
  };
  return (
    <form noValidate onSubmit={form.submit(submit)}>
      <Stack>
        <TagsInput
          label={t('invites.form.emails')}
          description={t('invites.form.emails.note', { count: mostAtOnce })}
          splitChars={[',', ';', '\n', '\t']}
          maxTags={mostAtOnce}
          // It has nothing to offer.
          dropdownOpened={false}
          data-autofocus
          {...form.getInputProps('emails')}
          onChange={(typed) => form.setFieldValue('emails', addressesIn(typed).slice(0, mostAtOnce))}
        />
        <Select
          label={t('invites.form.role')}
          data={grantable(own)}
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
        <InviteOutcomes outcomes={outcomes} />
        <ErrorNote error={form.failure} />
        <FormButtons
          label={t('invites.form.send', { count: Math.max(emails.length, 1) })}
          submitting={form.submitting}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function sentText(t: ReturnType<typeof useT>, sent: readonly Outcome[]): string {
  const [only] = sent;
  return only && sent.length === 1
    ? t('invites.sent.one', { email: only.email })
    : t('invites.sent.many', { count: sent.length });
}
