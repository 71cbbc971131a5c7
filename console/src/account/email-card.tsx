import { lifetimes } from '@latchkey/contract';
import { Alert, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Unbroken } from '../ui/unbroken.tsx';

const verifies = branding.emailVerification !== false;

export function EmailCard() {
  const t = useT();
  const { user, pendingEmail, impersonating } = useMe();
  const change = useAct('updateProfile', {
    invalidates: ['me'],
    success: ({ pendingEmail: pending }) =>
      pending ? t('account.email.check', { email: pending }) : t('account.email.changed'),
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
            {t('account.email.title')}
          </Title>
          {pendingEmail && !impersonating && <Pending address={pendingEmail} current={user.email} />}
          <TextInput
            label={t('account.email.field')}
            type="email"
            autoComplete="email"
            disabled={impersonating !== null}
            description={t(isOther ? whatHappens : verification(user.emailVerified))}
            {...form.getInputProps('email')}
          />
          <ErrorNote error={form.failure} />
          <Group>
            <Button type="submit" loading={form.submitting} disabled={!isOther}>
              {t('account.email.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

const whatHappens = verifies ? 'account.email.willWait' : 'account.email.willChange';

function verification(verified: boolean) {
  if (!verifies) return 'account.email.use';
  return verified ? 'account.email.verified' : 'account.email.notVerified';
}

/** A requested address. Looks the same whether or not another account has it. */
function Pending({ address, current }: { address: string; current: string }) {
  const t = useT();
  const again = useAct('updateProfile', {
    invalidates: ['me'],
    success: t('account.email.sentAgain', { address }),
  });
  const cancel = useAct('updateProfile', { invalidates: ['me'], success: t('account.email.canceled') });
  const busy = again.isPending || cancel.isPending;
  return (
    <Alert icon={<IconMailForward size={18} />} title={t('account.email.pending')} role="status">
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t.rich('account.email.pendingText', {
            address: <Unbroken text={address} />,
            hours: lifetimes.emailVerificationHours,
            current: <Unbroken text={current} />,
          })}
        </Text>
        <Group gap="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={again.isPending}
            disabled={busy}
            onClick={() => again.mutate({ body: { email: address } })}
          >
            {t('account.email.again')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isPending}
            disabled={busy}
            onClick={() => cancel.mutate({ body: { email: current } })}
          >
            {t('account.email.cancelChange')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
