import { inWords, lifetimes } from '@latchkey/contract';
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { branding } from '../branding.ts';
import { api, isCode } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink } from '../ui/link.tsx';
import { CodeStep } from './code-step.tsx';
import { useFinishSignIn } from './finish.ts';
import { keepReturn, keptReturn } from './kept-return.ts';
import { SignInLayout } from './layout.tsx';
import { ReclaimNote } from './reclaim-note.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { onward } from './return-address.ts';
import { useToken } from './use-token.ts';

const route = getRouteApi('/email-code');

/** Requests a code and accepts it. When opened from the emailed link, it uses that instead. */
export function EmailCodePage() {
  const token = useToken();
  const { email, returnTo } = route.useSearch();
  const [sentTo, setSentTo] = useState<string>();
  const footer = (
    <AnchorLink to="/login" search={onward(returnTo)}>
      Back to sign in
    </AnchorLink>
  );
  if (token)
    return (
      <SignInLayout title="Sign in" footer={footer}>
        <LinkStep token={token} />
      </SignInLayout>
    );
  return sentTo === undefined ? (
    <SignInLayout
      title="Sign in with a code"
      description="We'll email you six digits to sign in with."
      footer={footer}
    >
      <AskStep
        email={email}
        onSent={(address) => {
          keepReturn(returnTo);
          setSentTo(address);
        }}
      />
    </SignInLayout>
  ) : (
    <SignInLayout title="Check your email" footer={footer}>
      <DigitsStep email={sentTo} returnTo={returnTo} onBack={() => setSentTo(undefined)} />
    </SignInLayout>
  );
}

function AskStep({ email = '', onSent }: { email?: string | undefined; onSent: (email: string) => void }) {
  const form = useApiForm({ initialValues: { email } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async (body) => {
    await api.requestEmailCode({ body });
    onSent(body.email.trim());
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          Email me a code
        </Button>
      </Stack>
    </form>
  );
}

type DigitsProps = { email: string; returnTo: string | undefined; onBack: () => void };

function DigitsStep({ email, returnTo, onBack }: DigitsProps) {
  const finish = useFinishSignIn(returnTo);
  return (
    <>
      <Text role="status">
        If <b>{email}</b> has an account, a code is on its way. It works for{' '}
        {inWords(lifetimes.emailCodeMinutes, 'minute')}. Check your spam folder, too.
      </Text>
      <CodeStep send={async (code) => finish(await api.verifyEmailCode({ body: { email, code } }))} />
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onBack}>
        Send a new code
      </Anchor>
      <ReclaimNote act="Signing in with a code" />
    </>
  );
}

/** Only after a click: mail scanners open links, too. */
function LinkStep({ token }: { token: string }) {
  const finish = useFinishSignIn(keptReturn());
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => finish(await api.verifyEmailCode({ body: { token } })));
  if (isCode(form.failure, 'EMAIL_CODE_INVALID'))
    return (
      <Alert color="orange" icon={<IconLinkOff size={18} />} title="This link doesn't work here" role="alert">
        It works once, for {inWords(lifetimes.emailCodeMinutes, 'minute')}, and only in the browser where you
        asked for it. Go back there and enter the six digits from the email.
      </Alert>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>You asked to sign in to {branding.productName} in this browser.</Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0} autoFocus>
          Sign in
        </Button>
        <ReclaimNote act="Signing in with a code" />
      </Stack>
    </form>
  );
}
