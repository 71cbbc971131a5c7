import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';

const route = getRouteApi('/login');

export function LoginPage() {
  const { returnTo, email } = route.useSearch();
  const finish = useFinishSignIn(returnTo);
  const form = useApiForm({ initialValues: { email: email ?? '', password: '', rememberMe: false } });
  const submit = form.submit(async (body) => {
    const answer = await api.login({ body });
    if ('user' in answer) finish(answer);
  });
  return (
    <SignInLayout title="Sign in">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps('email')} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <Group justify="space-between">
            <Checkbox label="Keep me signed in" {...form.getInputProps('rememberMe', { type: 'checkbox' })} />
          </Group>
          <ErrorNote error={form.failure} />
          <Button type="submit" loading={form.submitting}>
            Sign in
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}
