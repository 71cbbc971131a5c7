import { Badge, Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { CodeField, useCodeForm } from '../ui/code-form.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { closingOnlyWhenDone } from '../ui/shown-once.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

export function TwoFactorCard() {
  const t = useT();
  const { user, impersonating } = useMe();
  const [open, setOpen] = useState<'setup' | 'codes' | 'disable' | null>(null);
  const close = () => setOpen(null);
  const on = user.twoFactorEnabled;
  return (
    <Card component="section" aria-labelledby="two-factor">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} flex={1} miw={220}>
          <Group gap="sm">
            <Title order={2} id="two-factor">
              {t('account.twoFactor.title')}
            </Title>
            <Badge color={on ? 'green' : 'gray'}>
              {t(on ? 'account.twoFactor.on' : 'account.twoFactor.off')}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {t(on ? 'account.twoFactor.onText' : 'account.twoFactor.offText')}
          </Text>
        </Stack>
        <Group gap="sm">
          {!on && (
            <Button onClick={() => setOpen('setup')} disabled={impersonating !== null}>
              {t('account.twoFactor.setUp')}
            </Button>
          )}
          {on && (
            <Button variant="default" onClick={() => setOpen('codes')} disabled={impersonating !== null}>
              {t('account.twoFactor.newCodes')}
            </Button>
          )}
          {on && user.role !== 'ADMIN' && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => setOpen('disable')}
              disabled={impersonating !== null}
            >
              {t('account.twoFactor.turnOff')}
            </Button>
          )}
        </Group>
      </Group>
      <TwoFactorSetup opened={open === 'setup'} onClose={close} />
      <RenewCodes opened={open === 'codes'} onClose={close} />
      <Disable opened={open === 'disable'} onClose={close} />
    </Card>
  );
}

type DialogProps = { opened: boolean; onClose: () => void };

/** Asks for a current code before something that weakens the account. */
function CodeForm({
  send,
  label,
  danger,
}: {
  send: (code: string) => Promise<unknown>;
  label: string;
  danger?: boolean;
}) {
  const t = useT();
  const { submit, field, failure, submitting, ready } = useCodeForm(send);
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <CodeField {...field} label={t('account.twoFactor.codeFromApp')} />
        <ErrorNote error={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={submitting} disabled={!ready} {...(danger && { color: 'red' })}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RenewCodes({ opened, onClose }: DialogProps) {
  const t = useT();
  const [codes, setCodes] = useState<string[]>();
  const renew = useAct('replaceBackupCodes', {
    quiet: true,
    onSuccess: ({ backupCodes }) => setCodes(backupCodes),
  });
  const close = () => {
    setCodes(undefined);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('account.twoFactor.newCodes')}
      {...closingOnlyWhenDone(codes !== undefined)}
    >
      {codes ? (
        <BackupCodes codes={codes} onDone={close} />
      ) : (
        <Stack>
          <Text size="sm">{t('account.twoFactor.newCodesText')}</Text>
          <CodeForm
            label={t('account.twoFactor.createCodes')}
            send={(code) => renew.mutateAsync({ body: { code } })}
          />
        </Stack>
      )}
    </Modal>
  );
}

function Disable({ opened, onClose }: DialogProps) {
  const t = useT();
  const disable = useAct('disableTwoFactor', {
    invalidates: ['me'],
    success: t('account.twoFactor.turnedOff'),
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t('account.twoFactor.turnOffTitle')}>
      <Stack>
        <Text size="sm">{t('account.twoFactor.turnOffText')}</Text>
        <CodeForm
          danger
          label={t('account.twoFactor.turnOff')}
          send={(code) => disable.mutateAsync({ body: { code } })}
        />
      </Stack>
    </Modal>
  );
}
