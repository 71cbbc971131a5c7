import { type Output, signalPasskeys } from '@latchkey/sdk';
import { Card, Group, Menu, Modal, Stack, Text, TextInput, ThemeIcon, Title } from '@mantine/core';
import { IconDeviceMobile, IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ask, useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { passkeyObstacle, passkeysWork } from '../ui/passkeys.ts';
import { RowMenu } from '../ui/row-controls.tsx';
import { When } from '../ui/when.tsx';
import { AddPasskey } from './add-passkey.tsx';

type Passkey = Output<'listPasskeys'>['passkeys'][number];

const columnsOf = (t: Texts): Column<Passkey>[] => [
  { header: t('account.passkeys.passkey'), cell: (passkey) => <Name passkey={passkey} /> },
  { header: t('account.passkeys.addedAt'), cell: ({ createdAt }) => <When at={createdAt} />, from: 'md' },
  {
    header: t('account.passkeys.lastUsed'),
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} />,
    phone: ({ lastUsedAt }) =>
      t.rich('account.passkeys.lastUsedAt', {
        time: <When at={lastUsedAt} never={t('account.passkeys.neverUsed')} />,
      }),
  },
];

/** Shown if the service has passkeys, or the account still has some. */
export function PasskeysCard() {
  const t = useT();
  const passkeys = useQuery(ask('listPasskeys'));
  const rows = passkeys.data?.passkeys;
  if (branding.passkeys === null && !rows?.length) return null;
  return (
    <Card component="section" aria-labelledby="passkeys" pb={rows?.length ? 'xs' : 'md'}>
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} flex={1} miw={220}>
            <Title order={2} id="passkeys">
              {t('account.passkeys.title')}
            </Title>
            <Text size="sm" c="dimmed">
              {passkeysWork()
                ? t('account.passkeys.description')
                : (passkeyObstacle() ?? t('account.passkeys.unsupported'))}
            </Text>
          </Stack>
          <AddPasskey />
        </Group>
        <ErrorNote error={passkeys.error} onRetry={() => void passkeys.refetch()} />
        {rows && rows.length > 0 && (
          <Card.Section px={4}>
            <List
              label={t('account.passkeys.title')}
              framed={false}
              query={passkeys}
              rows={rows}
              columns={columnsOf(t)}
              actions={(passkey) => <PasskeyMenu passkey={passkey} />}
              empty={{ icon: IconFingerprint, title: t('account.passkeys.empty') }}
            />
          </Card.Section>
        )}
      </Stack>
    </Card>
  );
}

function Name({ passkey: { name, deviceType } }: { passkey: Passkey }) {
  const t = useT();
  const synced = deviceType === 'multiDevice';
  return (
    <Group wrap="nowrap" gap="sm">
      <ThemeIcon variant="light" color="gray" size={34} radius="md" aria-hidden>
        {synced ? <IconFingerprint size={18} /> : <IconDeviceMobile size={18} />}
      </ThemeIcon>
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {t(synced ? 'account.passkeys.synced' : 'account.passkeys.oneDevice')}
        </Text>
      </Stack>
    </Group>
  );
}

function PasskeyMenu({ passkey }: { passkey: Passkey }) {
  const t = useT();
  const { impersonating } = useMe();
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = () => setOpen(null);
  if (impersonating) return null;
  return (
    <>
      <RowMenu name={passkey.name}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('rename')}>
          {t('account.passkeys.rename')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setOpen('remove')}>
          {t('account.passkeys.remove')}
        </Menu.Item>
      </RowMenu>
      <Modal opened={open === 'rename'} onClose={close} title={t('account.passkeys.renameTitle')}>
        <Rename passkey={passkey} onClose={close} />
      </Modal>
      <ConfirmDialog
        opened={open === 'remove'}
        onClose={close}
        title={t('account.passkeys.removeTitle', { name: passkey.name })}
        confirmLabel={t('account.passkeys.removePasskey')}
        act="deletePasskey"
        input={{ params: { id: passkey.id } }}
        invalidates={['listPasskeys', 'me']}
        success={t('account.passkeys.removed')}
        // The browser offers it no longer. If it can't be told, it is refused anyway.
        onDone={() => signalPasskeys(api).catch(() => undefined)}
      >
        {t('account.passkeys.removeText')}
      </ConfirmDialog>
    </>
  );
}

function Rename({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT();
  const update = useAct('updatePasskey', {
    invalidates: ['listPasskeys'],
    success: t('account.passkeys.renamed'),
    quiet: true,
    onSuccess: onClose,
  });
  const form = useApiForm({ initialValues: { name: passkey.name } });
  return (
    <form
      noValidate
      onSubmit={form.submit((body) => update.mutateAsync({ params: { id: passkey.id }, body }))}
    >
      <Stack>
        <TextInput
          label={t('account.passkeys.name')}
          description={t('account.passkeys.nameText')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('account.passkeys.rename')} submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
