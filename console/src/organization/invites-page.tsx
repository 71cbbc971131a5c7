import type { OrganizationRole } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import {
  Alert,
  Badge,
  Button,
  Card,
  Group,
  Modal,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { IconMailForward, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { displayName, useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { elastic, RowsSkeleton } from '../ui/list-parts.tsx';
import { Page } from '../ui/page.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { When } from '../ui/when.tsx';
import { grantable, type Invite, roleColors, roleNames } from './roles.ts';

export function InvitesPage() {
  const invites = useQuery(ask('listInvites'));
  const [inviting, setInviting] = useState(false);
  const [cancelling, setCancelling] = useState<Invite>();
  const invite = <Button onClick={() => setInviting(true)}>Invite somebody</Button>;
  return (
    <Page title="Invitations" description="A link by mail. It works once, for seven days." actions={invite}>
      <Card p={0}>
        {invites.isPending && <RowsSkeleton rows={3} />}
        <ErrorNote error={invites.error} onRetry={() => void invites.refetch()} />
        {invites.data?.invites.length === 0 && (
          <EmptyState icon={<IconTicket size={24} />} title="Nobody is invited right now" action={invite}>
            Whoever follows an invitation joins your organization with the role you chose.
          </EmptyState>
        )}
        {invites.data && invites.data.invites.length > 0 && (
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Email</Table.Th>
                  <Table.Th visibleFrom="sm">Role</Table.Th>
                  <Table.Th visibleFrom="sm">Expires</Table.Th>
                  <Table.Th visibleFrom="md">Invited by</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {invites.data.invites.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Td {...elastic}>
                      <Text size="sm" truncate>
                        {row.email}
                      </Text>
                      <Text size="sm" c="dimmed" hiddenFrom="sm">
                        {roleNames[row.role]} · expires <When at={row.expiresAt} />
                      </Text>
                    </Table.Td>
                    <Table.Td visibleFrom="sm">
                      <Badge color={roleColors[row.role]}>{roleNames[row.role]}</Badge>
                    </Table.Td>
                    <Table.Td visibleFrom="sm">
                      <When at={row.expiresAt} />
                    </Table.Td>
                    <Table.Td visibleFrom="md">
                      {row.invitedBy
                        ? displayName({ ...row.invitedBy, username: null })
                        : 'Somebody who left'}
                    </Table.Td>
                    <Table.Td>
                      <Group justify="flex-end">
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={`Cancel the invitation of ${row.email}`}
                          onClick={() => setCancelling(row)}
                        >
                          Cancel
                        </Button>
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Card>
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
      <CancelDialog invite={cancelling} onClose={() => setCancelling(undefined)} />
    </Page>
  );
}

type Made = Output<'createInvite'>['invite'];

function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { organization } = useMe();
  const [made, setMade] = useState<Made>();
  const send = useAct('createInvite', {
    invalidates: ['listInvites'],
    quiet: true,
    onSuccess: ({ invite }) => setMade(invite),
  });
  const form = useApiForm({ initialValues: { email: '', role: 'MEMBER' as OrganizationRole } });
  const close = () => {
    onClose();
    setMade(undefined);
    form.reset();
  };
  return (
    <Modal opened={opened} onClose={close} title={made ? 'Invitation sent' : 'Invite somebody'}>
      {made ? (
        <HandOver invite={made} onDone={close} />
      ) : (
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
            <FormButtons label="Send invitation" submitting={form.submitting} onCancel={close} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function HandOver({ invite, onDone }: { invite: Made; onDone: () => void }) {
  return (
    <Stack>
      <Alert icon={<IconMailForward size={18} />} title={`We mailed ${invite.email}`}>
        You can also hand the link over yourself. It is shown this once.
      </Alert>
      <ShownOnce text={invite.url} copyLabel="Copy link" testId="invite-link" onDone={onDone} />
    </Stack>
  );
}

function CancelDialog({ invite, onClose }: { invite: Invite | undefined; onClose: () => void }) {
  const cancel = useAct('cancelInvite', {
    invalidates: ['listInvites'],
    success: 'The invitation is cancelled.',
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened={invite !== undefined}
      title="Cancel this invitation?"
      confirmLabel="Cancel invitation"
      danger
      pending={cancel.isPending}
      onConfirm={() => invite && cancel.mutate({ params: { id: invite.id } })}
      onClose={onClose}
    >
      The link mailed to{' '}
      <Text span fw={600}>
        {invite?.email}
      </Text>{' '}
      stops working at once.
    </ConfirmDialog>
  );
}
