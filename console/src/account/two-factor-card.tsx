import { Badge, Button, Card, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { CodeField } from './code-field.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

export function TwoFactorCard() {
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
              Two-factor authentication
            </Title>
            <Badge color={on ? 'green' : 'gray'}>{on ? 'On' : 'Off'}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {on
              ? 'After your password, you enter a code from your authenticator app.'
              : "Sign in with your password and a code from an app on your phone. A stolen password alone won't be enough."}
          </Text>
        </Stack>
        <Group gap="sm">
          {!on && (
            <Button onClick={() => setOpen('setup')} disabled={impersonating !== null}>
              Set up
            </Button>
          )}
          {on && (
            <Button variant="default" onClick={() => setOpen('codes')} disabled={impersonating !== null}>
              New backup codes
            </Button>
          )}
          {on && user.role !== 'ADMIN' && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => setOpen('disable')}
              disabled={impersonating !== null}
            >
              Turn off
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
  const form = useApiForm({ initialValues: { code: '' } });
  const submit = form.submit(({ code }) => send(code));
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <CodeField
          label="Code from your authenticator app"
          value={form.values.code}
          error={form.errors.code}
          onChange={(code) => form.setFieldValue('code', code)}
        />
        <ErrorNote error={form.failure} />
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={form.submitting}
            disabled={form.values.code.length < 6}
            {...(danger && { color: 'red' })}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RenewCodes({ opened, onClose }: DialogProps) {
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
    <Modal opened={opened} onClose={close} title="New backup codes" closeOnClickOutside={!codes}>
      {codes ? (
        <BackupCodes codes={codes} onDone={close} />
      ) : (
        <Stack>
          <Text size="sm">Your current backup codes stop working.</Text>
          <CodeForm label="Create new codes" send={(code) => renew.mutateAsync({ body: { code } })} />
        </Stack>
      )}
    </Modal>
  );
}

function Disable({ opened, onClose }: DialogProps) {
  const disable = useAct('disableTwoFactor', {
    invalidates: ['me'],
    success: 'Two-factor turned off.',
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <Modal opened={opened} onClose={onClose} title="Turn off two-factor">
      <Stack>
        <Text size="sm">
          Your password alone will be enough to sign in. We'll email you to confirm the change.
        </Text>
        <CodeForm danger label="Turn off" send={(code) => disable.mutateAsync({ body: { code } })} />
      </Stack>
    </Modal>
  );
}
