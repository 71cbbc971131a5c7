import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { NewPassword } from '../ui/new-password.tsx';

/** A session that an identity provider began isn't told whether there is a password before its person confirms. */
export function PasswordCard() {
  const t = useT();
  const ways = useQuery(ask('listOAuthAccounts'));
  const isUntold = isCode(ways.error, 'REAUTHENTICATION_REQUIRED');
  return (
    <Card component="section" aria-labelledby="password">
      <Stack maw={isUntold ? undefined : 460}>
        <Title order={2} id="password">
          {t('account.password.title')}
        </Title>
        {isUntold ? (
          <ErrorNote error={ways.error} onRetry={() => void ways.refetch()} />
        ) : (
          <PasswordForm hasPassword={ways.data?.hasPassword ?? true} />
        )}
      </Stack>
    </Card>
  );
}

function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const t = useT();
  const { user, impersonating } = useMe();
  const save = useAct('updateProfile', {
    invalidates: ['listSessions', 'listOAuthAccounts'],
    success: t('account.password.changed'),
    quiet: true,
  });
  const form = useApiForm({ initialValues: { currentPassword: '', password: '' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(async ({ currentPassword, password }) => {
        await save.mutateAsync({ body: hasPassword ? { currentPassword, password } : { password } });
        form.reset();
      })}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t(hasPassword ? 'account.password.changeText' : 'account.password.setText')}
        </Text>
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {hasPassword && (
          <PasswordInput
            label={t('account.password.current')}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
        )}
        <NewPassword
          label={t('field.newPassword')}
          known={[user.email, user.firstName ?? '', user.lastName ?? '']}
          {...form.getInputProps('password')}
          value={form.values.password}
        />
        <ErrorNote error={form.failure} />
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={form.submitting}
            disabled={!form.values.password || impersonating !== null}
          >
            {t(hasPassword ? 'account.password.change' : 'account.password.set')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
