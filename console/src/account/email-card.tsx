import { inWords, lifetimes } from '@latchkey/contract';
import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';

const verifies = branding.emailVerification !== false;

export function EmailCard() {
  const { user, pendingEmail, impersonating } = useMe();
  const change = useAct('updateProfile', {
    invalidates: ['me'],
    success: ({ pendingEmail: pending }) =>
      pending ? `Check ${pending} for a link to confirm it.` : 'Email changed.',
    quiet: true,
  });
  const form = useApiForm({ initialValues: { email: user.email } });
  const isOther = form.values.email.trim().toLowerCase() !== user.email;
  return (
    <Card component="section" aria-labelledby="email">
      <form
        noValidate
        onSubmit={form.submit(async (body) => {
          const { user: saved } = await change.mutateAsync({ body });
          form.setValues({ email: saved.email });
        })}
      >
        <Stack>
          <Title order={2} id="email">
            Email
          </Title>
          {pendingEmail && !impersonating && <Pending address={pendingEmail} current={user.email} />}
          <TextInput
            label="Email address"
            type="email"
            autoComplete="email"
            disabled={impersonating !== null}
            description={isOther ? whatHappens : verification(user.emailVerified)}
            {...form.getInputProps('email')}
          />
          <ErrorNote error={form.failure} />
          <Group>
            <Button type="submit" loading={form.submitting} disabled={!isOther}>
              Change email
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

const whatHappens = verifies
  ? "The change waits until you follow the link we email to the new address. We'll tell your current address, too."
  : "Takes effect right away. We'll tell your current address.";

function verification(verified: boolean): string {
  if (!verifies) return 'You sign in with it, and we send email to it.';
  return verified ? 'Verified.' : 'Not verified yet. Follow the link we emailed you.';
}

/** A requested address. Looks the same whether or not another account has it. */
function Pending({ address, current }: { address: string; current: string }) {
  const again = useAct('updateProfile', {
    invalidates: ['me'],
    success: `We sent a new link to ${address}.`,
  });
  const cancel = useAct('updateProfile', { invalidates: ['me'], success: 'Email change canceled.' });
  const busy = again.isPending || cancel.isPending;
  return (
    <Alert icon={<IconMailForward size={18} />} title="Waiting for confirmation" role="status">
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          We emailed a link to <b>{address}</b>. Follow it within{' '}
          {inWords(lifetimes.emailVerificationHours, 'hour')} to change your address. Check the spam folder,
          too. Until then, you keep using <b>{current}</b>.
        </Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={again.isPending}
            disabled={busy}
            onClick={() => again.mutate({ body: { email: address } })}
          >
            Send again
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isPending}
            disabled={busy}
            onClick={() => cancel.mutate({ body: { email: current } })}
          >
            Cancel change
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
