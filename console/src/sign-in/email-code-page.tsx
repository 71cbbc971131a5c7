import { lifetimes } from '@latchkey/contract';
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { branding } from '../branding.ts';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
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
  const t = useT();
  const token = useToken();
  const { email, returnTo } = route.useSearch();
  const [sentTo, setSentTo] = useState<string>();
  const footer = (
    <AnchorLink to="/login" search={onward(returnTo)}>
      {t('action.backToSignIn')}
    </AnchorLink>
  );
  if (token)
    return (
      <SignInLayout title={t('login.title')} footer={footer}>
        <LinkStep token={token} />
      </SignInLayout>
    );
  return sentTo === undefined ? (
    <SignInLayout title={t('emailCode.title')} description={t('emailCode.text')} footer={footer}>
      <AskStep
        email={email}
        onSent={(address) => {
          keepReturn(returnTo);
          setSentTo(address);
        }}
      />
    </SignInLayout>
  ) : (
    <SignInLayout title={t('emailCode.sentTitle')} footer={footer}>
      <DigitsStep email={sentTo} returnTo={returnTo} onBack={() => setSentTo(undefined)} />
    </SignInLayout>
  );
}

function AskStep({ email = '', onSent }: { email?: string | undefined; onSent: (email: string) => void }) {
  const t = useT();
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
          label={t('field.email')}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          {t('emailCode.act')}
        </Button>
      </Stack>
    </form>
  );
}

type DigitsProps = { email: string; returnTo: string | undefined; onBack: () => void };

function DigitsStep({ email, returnTo, onBack }: DigitsProps) {
  const t = useT();
  const finish = useFinishSignIn(returnTo);
  return (
    <>
      <Text role="status">
        {t.rich('emailCode.sent', { email: <Unbroken text={email} />, minutes: lifetimes.emailCodeMinutes })}
      </Text>
      <CodeStep send={async (code) => finish(await api.verifyEmailCode({ body: { email, code } }))} />
      <Anchor component="button" type="button" size="sm" ta="start" onClick={onBack}>
        {t('emailCode.sendNew')}
      </Anchor>
      <ReclaimNote act="code" />
    </>
  );
}

/** Only after a click: mail scanners open links, too. */
function LinkStep({ token }: { token: string }) {
  const t = useT();
  const finish = useFinishSignIn(keptReturn());
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => finish(await api.verifyEmailCode({ body: { token } })));
  if (isCode(form.failure, 'EMAIL_CODE_INVALID'))
    return (
      <Alert
        color="orange"
        icon={<IconLinkOff size={18} />}
        title={t('emailCode.elsewhereTitle')}
        role="alert"
      >
        {t('emailCode.elsewhere', { minutes: lifetimes.emailCodeMinutes })}
      </Alert>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('emailCode.asked', { product: branding.productName })}</Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0} autoFocus>
          {t('action.signIn')}
        </Button>
        <ReclaimNote act="code" />
      </Stack>
    </form>
  );
}
