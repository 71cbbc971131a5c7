import { Alert, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { branding } from '../branding.ts';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { NameFields } from '../ui/name-fields.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { onward } from './return-address.ts';

const route = getRouteApi('/setup');

/** The first screen of a service without accounts, for the person who started it. */
export function SetupPage() {
  const t = useT();
  const { returnTo } = route.useSearch();
  const [created, setCreated] = useState<string>();
  // Here, because the layout first moves the focus to its title.
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const search = onward(returnTo);
  if (created !== undefined)
    return (
      <SignInLayout title={t('setup.doneTitle')}>
        <Outcome
          kind="done"
          action={
            <ButtonLink to="/login" search={{ email: created, ...search }}>
              {t('action.signIn')}
            </ButtonLink>
          }
        >
          {t.rich('setup.done', { email: <Unbroken text={created} /> })}
        </Outcome>
      </SignInLayout>
    );
  const register = (
    <AnchorLink to="/register" search={search}>
      {t('setup.ordinary')}
    </AnchorLink>
  );

  return (
    <SignInLayout
      title={t('setup.title')}
      description={t('setup.description', { product: branding.productName })}
      footer={t.rich('setup.looking', { link: register })}
    >
      <SetupForm returnTo={returnTo} onNotSignedIn={setCreated} firstField={firstField} />
      <Text size="xs" c="dimmed">
        {t.rich('setup.development', { command: <Code>latchkey admin create</Code> })}
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
  const t = useT();
  // An administrator sets up two-factor next, then goes on to the first steps.
  const finish = useFinishSignIn(returnTo ?? '/');
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
        <NameFields form={form} firstField={firstField} />
        <TextInput
          label={t('field.email')}
          type="email"
          autoComplete="username"
          required
          {...form.getInputProps('email')}
        />
        <NewPassword
          label={t('field.password')}
          required
          known={[firstName, lastName, email]}
          {...form.getInputProps('password')}
          value={password}
        />
        {isCode(form.failure, 'NOT_FOUND') ? <NoLongerFresh /> : <ErrorNote error={form.failure} />}
        <Button type="submit" loading={form.submitting}>
          {t('setup.action')}
        </Button>
        <Text size="sm" c="dimmed" ta="center">
          {t('setup.next')}
        </Text>
      </Stack>
    </form>
  );
}

function NoLongerFresh() {
  const t = useT();
  return (
    <Alert icon={<IconInfoCircle size={18} />} title={t('setup.exists')} role="alert">
      <Text size="sm">
        {t.rich('setup.existsText', {
          link: (
            <AnchorLink to="/login" size="sm">
              {t('action.signIn')}
            </AnchorLink>
          ),
        })}
      </Text>
    </Alert>
  );
}
