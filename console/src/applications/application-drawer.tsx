import type { Application } from '@latchkey/contract';
import {
  ActionIcon,
  Badge,
  Button,
  Code,
  CopyButton,
  Drawer,
  Group,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconKey,
  IconPencil,
  IconPlayerPlay,
  IconPower,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SnippetTabs } from '../ui/snippet-tabs.tsx';
import { EditDialog, NewSecretDialog } from './application-dialogs.tsx';
import { ApplicationName } from './application-name.tsx';
import { hasSecret, kindLabel } from './kinds.ts';
import { snippetsFor } from './snippets.ts';

type Props = {
  /** Undefined: doesn't exist, or isn't loaded yet. */
  application: Application | undefined;
  opened: boolean;
  mayChange: boolean;
  onClose: () => void;
};

/** One application beside the list: the values to configure it with, and how to use it. */
export function ApplicationDrawer({ application, opened, mayChange, onClose }: Props) {
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size="xl" title="Application">
      {application ? (
        <Stack gap="lg">
          <Head application={application} />
          {mayChange && <Actions application={application} onGone={onClose} />}
          <Facts application={application} />
          {application.kind !== 'service' && !application.selfRegistered && (
            <HowTo application={application} />
          )}
        </Stack>
      ) : (
        <Skeleton h={240} />
      )}
    </Drawer>
  );
}

function Head({ application }: { application: Application }) {
  const { kind, firstParty } = application;
  return (
    <Stack gap="xs">
      <ApplicationName of={application} size="md" />
      <Group gap="xs">
        <Badge color="gray">{kindLabel(kind)}</Badge>
        {kind !== 'service' && !firstParty && <Badge color="gray">Asks for consent</Badge>}
      </Group>
    </Stack>
  );
}

function Facts({ application }: { application: Application }) {
  const { clientId, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, scopes } = application;
  return (
    <Stack gap="sm">
      <Fact label="Issuer" values={[window.location.origin]} />
      <Fact label="Client ID" values={[clientId]} />
      <Fact label="Redirect URIs" values={redirectUris} />
      <Fact label="Post-logout redirect URIs" values={postLogoutRedirectUris} />
      <Fact label="Back-channel logout URI" values={backchannelLogoutUri ? [backchannelLogoutUri] : []} />
      <Text size="sm" c="dimmed">
        Scopes: {scopes.join(', ')}
      </Text>
    </Stack>
  );
}

function Fact({ label, values }: { label: string; values: string[] }) {
  if (values.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {values.map((value) => (
        <Group key={value} gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <ActionIcon variant="subtle" color="gray" aria-label={`Copy ${label}`} onClick={copy}>
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            )}
          </CopyButton>
        </Group>
      ))}
    </Stack>
  );
}

function HowTo({ application }: { application: Application }) {
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Sign people in
      </Title>
      <SnippetTabs snippets={snippetsFor({ issuer: window.location.origin, application })} />
    </Stack>
  );
}

function Actions({ application, onGone }: { application: Application; onGone: () => void }) {
  const [open, setOpen] = useState<'edit' | 'secret' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Group gap="sm">
        <Button leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
        {hasSecret(application.kind) && (
          <Button variant="default" leftSection={<IconKey size={16} />} onClick={() => setOpen('secret')}>
            New secret
          </Button>
        )}
        <TurnButton application={application} />
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => setOpen('delete')}
        >
          Delete
        </Button>
      </Group>
      <EditDialog application={application} opened={open === 'edit'} onClose={close} />
      <NewSecretDialog application={application} opened={open === 'secret'} onClose={close} />
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={`Delete ${application.name}?`}
        confirmLabel="Delete application"
        typed={application.name}
        act="deleteApplication"
        input={{ params: { id: application.id } }}
        invalidates={['listApplications']}
        success="Application deleted."
        onDone={onGone}
      >
        No one can sign in to it anymore, and all its tokens stop working right away. You can't undo this.
      </ConfirmDialog>
    </>
  );
}

function TurnButton({ application: { id, enabled } }: { application: Application }) {
  const turn = useAct('updateApplication', {
    invalidates: ['listApplications'],
    success: enabled ? 'Application turned off.' : 'Application turned on.',
  });
  return (
    <Button
      variant="default"
      leftSection={enabled ? <IconPower size={16} /> : <IconPlayerPlay size={16} />}
      loading={turn.isPending}
      onClick={() => turn.mutate({ params: { id }, body: { enabled: !enabled } })}
    >
      {enabled ? 'Turn off' : 'Turn on'}
    </Button>
  );
}
