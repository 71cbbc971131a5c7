import { Alert, Button, Code, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { branding } from '../branding.ts';
import { api, isCode } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { onward } from './return-address.ts';

const route = getRouteApi('/setup');

/** The first screen of a service without accounts, for the person who started it. */
export function SetupPage() {
  const { returnTo } = route.useSearch();
  const [created, setCreated] = useState<string>();
  // Here, because the layout first moves the focus to its title.
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const search = onward(returnTo);
  if (created !== undefined)
    return (
      <SignInLayout title="You're the administrator">
        <Outcome
          kind="done"
          action={
            <ButtonLink to="/login" search={{ email: created, ...search }}>
              Sign in
            </ButtonLink>
          }
        >
          Your account is ready. Sign in as <b>{created}</b>.
        </Outcome>
      </SignInLayout>
    );
  const footer = (
    <>
      Just looking around?{' '}
      <AnchorLink to="/register" search={search}>
        Create an ordinary account
      </AnchorLink>
    </>
  );
  const description = `${branding.productName} is running and has no accounts yet. Start with yours: it can administer everything.`;
  return (
    <SignInLayout title="Create the first administrator" description={description} footer={footer}>
      <SetupForm returnTo={returnTo} onNotSignedIn={setCreated} firstField={firstField} />
      <Text size="xs" c="dimmed">
        This page works only in development, on this machine. In production, run{' '}
        <Code>latchkey admin create</Code>.
      </Text>
    </SignInLayout>
  );
}

type FormProps = {
  returnTo: string | undefined;
  onNotSignedIn: (email: string) => void;
  firstField: RefObject<HTMLInputElement | null>;
};

function SetupForm({ returnTo, onNotSignedIn, firstField }: FormProps) {
  const finish = useFinishSignIn(returnTo);
  const form = useApiForm({ initialValues: { firstName: '', lastName: '', email: '', password: '' } });
  const { firstName, lastName, password } = form.values;
  const email = form.values.email.trim();
  const submit = form.submit(async (body) => {
    await api.createFirstAdmin({ body });
    await api.login({ body: { email, password } }).then(finish, () => onNotSignedIn(email));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <SimpleGrid cols={2} spacing="sm">
          <TextInput
            label="First name"
            autoComplete="given-name"
            ref={firstField}
            {...form.getInputProps('firstName')}
          />
          <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <NewPassword
          label="Password"
          required
          known={[firstName, lastName, email]}
          {...form.getInputProps('password')}
          value={password}
        />
        {isCode(form.failure, 'NOT_FOUND') ? <NoLongerFresh /> : <ErrorNote error={form.failure} />}
        <Button type="submit" loading={form.submitting}>
          Create administrator
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          Next, you protect it with two-factor authentication.
        </Text>
      </Stack>
    </form>
  );
}

function NoLongerFresh() {
  return (
    <Alert icon={<IconInfoCircle size={18} />} title="An account already exists" role="alert">
      <Text size="sm">
        <AnchorLink to="/login" size="sm">
          Sign in
        </AnchorLink>{' '}
        with it, or create an administrator on the command line.
      </Text>
    </Alert>
  );
}
