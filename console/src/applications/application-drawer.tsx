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
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EditDialog, NewSecretDialog } from './application-dialogs.tsx';
import { ApplicationName } from './application-name.tsx';
import { hasSecret, kindLabel } from './kinds.ts';

/** Code for five frameworks: loaded with the first drawer, not with the list. */
const HowTo = lazy(() => import('./how-to.tsx'));

type Props = {
  /** Undefined: doesn't exist, or isn't loaded yet. */
  application: Application | undefined;
  opened: boolean;
  mayChange: boolean;
  onClose: () => void;
};

/** One application beside the list: the values to configure it with, and how to use it. */
export function ApplicationDrawer({ application, opened, mayChange, onClose }: Props) {
  const t = useT();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="xl"
      title={t('applications.drawer.title')}
    >
      {application ? (
        <Stack gap="lg">
          <Head application={application} />
          {mayChange && <Actions application={application} onGone={onClose} />}
          <Facts application={application} />
          {application.kind !== 'service' && !application.selfRegistered && (
            <Suspense fallback={<Skeleton h={240} />}>
              <HowTo application={application} />
            </Suspense>
          )}
        </Stack>
      ) : (
        <Skeleton h={240} />
      )}
    </Drawer>
  );
}

function Head({ application }: { application: Application }) {
  const t = useT();
  const { kind, firstParty } = application;
  return (
    <Stack gap="xs">
      <ApplicationName of={application} size="md" />
      <Group gap="xs">
        <Badge color="gray">{kindLabel(kind)}</Badge>
        {kind !== 'service' && !firstParty && <Badge color="gray">{t('applications.consent.badge')}</Badge>}
      </Group>
    </Stack>
  );
}

function Facts({ application }: { application: Application }) {
  const t = useT();
  const { clientId, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, scopes } = application;
  return (
    <Stack gap="sm">
      <Fact label={t('applications.facts.issuer')} values={[window.location.origin]} />
      <Fact label={t('applications.facts.clientId')} values={[clientId]} />
      <Fact label={t('applications.form.redirectUris')} values={redirectUris} />
      <Fact label={t('applications.form.postLogoutRedirectUris')} values={postLogoutRedirectUris} />
      <Fact
        label={t('applications.form.backchannelLogoutUri')}
        values={backchannelLogoutUri ? [backchannelLogoutUri] : []}
      />
      <Text size="sm" c="dimmed">
        {t('applications.facts.scopes', { scopes: scopes.join(', ') })}
      </Text>
    </Stack>
  );
}

function Fact({ label, values }: { label: string; values: string[] }) {
  const t = useT();
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
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('applications.facts.copy', { label })}
                onClick={copy}
              >
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              </ActionIcon>
            )}
          </CopyButton>
        </Group>
      ))}
    </Stack>
  );
}

function Actions({ application, onGone }: { application: Application; onGone: () => void }) {
  const t = useT();
  const [open, setOpen] = useState<'edit' | 'secret' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Group gap="sm">
        <Button leftSection={<IconPencil size={16} />} onClick={() => setOpen('edit')}>
          {t('applications.actions.edit')}
        </Button>
        {hasSecret(application.kind) && (
          <Button variant="default" leftSection={<IconKey size={16} />} onClick={() => setOpen('secret')}>
            {t('applications.actions.newSecret')}
          </Button>
        )}
        <TurnButton application={application} />
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => setOpen('delete')}
        >
          {t('applications.actions.delete')}
        </Button>
      </Group>
      <EditDialog application={application} opened={open === 'edit'} onClose={close} />
      <NewSecretDialog application={application} opened={open === 'secret'} onClose={close} />
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={t('applications.delete.title', { name: application.name })}
        confirmLabel={t('applications.delete.confirm')}
        typed={application.name}
        act="deleteApplication"
        input={{ params: { id: application.id } }}
        invalidates={['listApplications']}
        success={t('applications.delete.done')}
        onDone={onGone}
      >
        {t('applications.delete.text')}
      </ConfirmDialog>
    </>
  );
}

function TurnButton({ application: { id, enabled } }: { application: Application }) {
  const t = useT();
  const turn = useAct('updateApplication', {
    invalidates: ['listApplications'],
    success: t(enabled ? 'applications.turnedOff' : 'applications.turnedOn'),
  });
  return (
    <Button
      variant="default"
      leftSection={enabled ? <IconPower size={16} /> : <IconPlayerPlay size={16} />}
      loading={turn.isPending}
      onClick={() => turn.mutate({ params: { id }, body: { enabled: !enabled } })}
    >
      {t(enabled ? 'applications.actions.turnOff' : 'applications.actions.turnOn')}
    </Button>
  );
}
