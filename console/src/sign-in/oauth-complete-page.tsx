import { Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink } from '../ui/link.tsx';
import { ExpiredSignIn } from './expired-sign-in.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { chosen, noChoice, OrganizationChoice } from './organization-choice.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { useToken } from './use-token.ts';

const route = getRouteApi('/auth/oauth/complete');

function CompleteForm({ token, returnTo }: { token: string; returnTo: string | undefined }) {
  const finish = useFinishSignIn(returnTo);
  const form = useApiForm({ initialValues: { firstName: '', lastName: '', username: '', ...noChoice } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async (values) => {
    const { firstName, lastName, username } = values;
    // Names left empty are those the provider gave.
    const names = { firstName: firstName || null, lastName: lastName || null, username: username || null };
    await finish(await api.completeOAuth({ body: { token, ...names, ...chosen(values) } }));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <OrganizationChoice form={form} />
        <Text size="sm" c="dimmed">
          Leave these empty to go by the name your provider gave us.
        </Text>
        <SimpleGrid cols={2} spacing="sm">
          <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <TextInput
          label="Username"
          description="Optional"
          autoComplete="username"
          {...form.getInputProps('username')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting}>
          Create the account
        </Button>
      </Stack>
    </form>
  );
}

export function OAuthCompletePage() {
  const token = useToken();
  const { returnTo } = route.useSearch();
  if (!token) return <ExpiredSignIn />;
  return (
    <SignInLayout
      title="Almost there"
      description="Your provider told us who you are. Now tell us where you belong."
      footer={<AnchorLink to="/login">Back to sign in</AnchorLink>}
    >
      <CompleteForm token={token} returnTo={returnTo} />
    </SignInLayout>
  );
}
