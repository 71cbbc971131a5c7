import { Button, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { NewPassword } from '../ui/new-password.tsx';

export function PasswordCard() {
  const { user, impersonating } = useMe();
  const ways = useQuery(ask('listOAuthAccounts'));
  const hasPassword = ways.data?.hasPassword ?? true;
  const save = useAct('updateProfile', {
    invalidates: ['listSessions', 'listOAuthAccounts'],
    success: 'Password changed. Your other sessions have ended.',
    quiet: true,
  });
  const form = useApiForm({ initialValues: { currentPassword: '', password: '' } });
  return (
    <Card component="section" aria-labelledby="password">
      <form
        noValidate
        onSubmit={form.submit(async ({ currentPassword, password }) => {
          await save.mutateAsync({ body: hasPassword ? { currentPassword, password } : { password } });
          form.reset();
        })}
      >
        <Stack maw={460}>
          <Title order={2} id="password">
            Password
          </Title>
          <Text size="sm" c="dimmed">
            {hasPassword
              ? 'Changing it signs you out everywhere else.'
              : 'You sign in through a provider. Set a password to sign in without it.'}
          </Text>
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          {hasPassword && (
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              {...form.getInputProps('currentPassword')}
            />
          )}
          <NewPassword
            label="New password"
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
              {hasPassword ? 'Change password' : 'Set password'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
