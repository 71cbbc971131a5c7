import { Alert, Button, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { branding } from '../branding.ts';
import { api } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { NameFields } from '../ui/name-fields.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { chosen, noChoice, noCreation, OrganizationChoice } from './organization-choice.tsx';
import { Outcome } from './outcome.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { onward, returnAddress } from './return-address.ts';
import { type Invite, useInvite } from './use-invite.ts';

const route = getRouteApi('/register');

type Account = { email: string; password: string };

type FormProps = {
  invite?: Invite | undefined;
  inviteToken?: string | undefined;
  onDone: (account: Account) => Promise<unknown>;
};

function RegisterForm({ invite, inviteToken, onDone }: FormProps) {
  const t = useT();
  const form = useApiForm({
    initialValues: {
      firstName: '',
      lastName: '',
      email: invite?.email ?? '',
      username: '',
      password: '',
      ...(branding.organizationCreation === false ? noCreation : noChoice),
      ...(invite && inviteToken && { way: 'invited' as const, inviteToken }),
    },
  });
  const secondsLeft = useWait(form.failure);
  const { firstName, lastName, email, username, password } = form.values;
  const submit = form.submit(async (values) => {
    await api.register({
      body: { firstName, lastName, email, username: username || null, password, ...chosen(values) },
    });
    await onDone({ email: email.trim(), password });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NameFields form={form} />
        <TextInput
          label={t('field.email')}
          type="email"
          autoComplete="email"
          required
          readOnly={Boolean(invite)}
          {...(invite && { description: t('register.forAddress') })}
          {...form.getInputProps('email')}
        />
        <TextInput
          label={t('field.username')}
          description={t('field.optional')}
          autoComplete="username"
          {...form.getInputProps('username')}
        />
        <NewPassword
          label={t('field.password')}
          required
          known={[firstName, lastName, email, username]}
          {...form.getInputProps('password')}
          value={password}
        />
        {!invite && <OrganizationChoice form={form} />}
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          {t('register.action')}
        </Button>
      </Stack>
    </form>
  );
}

export function RegisterPage() {
  const t = useT();
  const { invite: inviteToken, returnTo } = route.useSearch();
  const finish = useFinishSignIn(returnTo);
  const { invite, error, retry } = useInvite(inviteToken);
  const [registered, setRegistered] = useState<string>();
  // Sign in right away. If that fails, they sign in themselves.
  const signIn = (account: Account) =>
    api.login({ body: account }).then(finish, () => setRegistered(account.email));
  if (registered !== undefined) return <Registered email={registered} returnTo={returnTo} />;
  const waiting = inviteToken && !invite && !error;
  return (
    <SignInLayout
      title={t('register.title')}
      footer={t.rich('register.have', {
        link: (
          <AnchorLink to="/login" search={onward(returnTo)}>
            {t('action.signIn')}
          </AnchorLink>
        ),
      })}
    >
      {invite && (
        <Alert icon={<IconUsersGroup size={18} />}>
          {t.rich('register.joining', { organization: <b>{invite.organization.name}</b> })}
        </Alert>
      )}
      <ErrorNote error={error} onRetry={retry} />
      {waiting ? (
        <Skeleton h={420} />
      ) : (
        <>
          <ProviderButtons inviteToken={invite && inviteToken} returnTo={returnAddress(returnTo)} />
          <RegisterForm invite={invite} inviteToken={inviteToken} onDone={signIn} />
        </>
      )}
    </SignInLayout>
  );
}

function Registered({ email, returnTo }: { email: string; returnTo: string | undefined }) {
  const t = useT();
  return (
    <SignInLayout title={t('register.welcome', { product: branding.productName })}>
      <Outcome
        kind="mailed"
        action={
          <ButtonLink to="/login" search={{ email, ...onward(returnTo) }}>
            {t('action.signIn')}
          </ButtonLink>
        }
      >
        {t.rich('register.ready', { email: <Unbroken text={email} /> })}
      </Outcome>
    </SignInLayout>
  );
}
