import type { Output } from '@latchkey/sdk';
import { Anchor, Button, Input, PinInput, Stack, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { ExpiredSignIn } from './expired-sign-in.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { onward } from './return-address.ts';
import { useToken } from './use-token.ts';

const route = getRouteApi('/auth/two-factor');

type Answer = Output<'validateTwoFactor'>;
type StepProps = { token: string; onDone: (answer: Answer) => void };

/** Six digits: pasted, filled in by the phone, or typed. The sixth sends them. */
function CodeStep({ token, onDone }: StepProps) {
  const form = useApiForm({ initialValues: { code: '' } });
  const secondsLeft = useWait(form.failure);
  const pins = useRef<HTMLDivElement>(null);
  const focusFirst = () => pins.current?.querySelector('input')?.focus();
  const wrong = form.errors.code;
  useEffect(() => pins.current?.querySelector('input')?.focus(), []);
  const send = async (code: string) => {
    try {
      onDone(await api.validateTwoFactor({ body: { pendingToken: token, code } }));
    } catch (error) {
      form.setFieldValue('code', '');
      throw error;
    }
  };
  const submit = form.submit(({ code }) => send(code).finally(focusFirst));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Input.Wrapper label="Code" labelElement="div" error={wrong}>
          <PinInput
            // Without an id of ours the inputs are made anew after the first render, and lose the focus.
            id="code"
            rootRef={pins}
            length={6}
            type="number"
            oneTimeCode
            size="lg"
            aria-label="Code"
            getInputProps={(at) => ({ 'aria-label': `Digit ${at + 1} of 6` })}
            error={Boolean(wrong)}
            readOnly={form.submitting}
            value={form.values.code}
            onChange={(code) => form.setFieldValue('code', code)}
            onComplete={() => submit()}
          />
        </Input.Wrapper>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={form.values.code.length < 6}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}

function BackupCodeStep({ token, onDone }: StepProps) {
  const form = useApiForm({ initialValues: { code: '' } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async ({ code }) =>
    onDone(await api.validateTwoFactor({ body: { pendingToken: token, code } })),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Backup code"
          placeholder="XXXX-XXXX"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}

export function TwoFactorPage() {
  const token = useToken();
  const { returnTo } = route.useSearch();
  const finish = useFinishSignIn(returnTo);
  const [backup, setBackup] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const onDone = (done: Answer) => {
    if (done.warnings) setAnswer(done);
    else void finish(done);
  };
  if (answer?.warnings) return <FewCodesLeft answer={answer} onContinue={() => void finish(answer)} />;
  if (!token) return <ExpiredSignIn returnTo={returnTo} />;
  const Step = backup ? BackupCodeStep : CodeStep;
  return (
    <SignInLayout
      title="Two-factor authentication"
      description={
        backup
          ? 'Enter one of the backup codes you saved. Each works once.'
          : 'Enter the six-digit code from your authenticator app.'
      }
      footer={
        <AnchorLink to="/login" search={onward(returnTo)}>
          Start over
        </AnchorLink>
      }
    >
      <Step token={token} onDone={onDone} />
      <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setBackup(!backup)}>
        {backup ? 'Use your authenticator app' : 'Use a backup code'}
      </Anchor>
    </SignInLayout>
  );
}

function FewCodesLeft({ answer, onContinue }: { answer: Answer; onContinue: () => void }) {
  const left = answer.warnings?.remainingBackupCodes ?? 0;
  const action = (
    <Stack gap="sm">
      <ButtonLink to="/profile/security">Create new backup codes</ButtonLink>
      <Button variant="default" onClick={onContinue}>
        Later
      </Button>
    </Stack>
  );
  return (
    <SignInLayout title="You're signed in">
      <Outcome kind="done" action={action}>
        {left === 0
          ? 'That was your last backup code.'
          : `${left} backup code${left === 1 ? ' is' : 's are'} left.`}{' '}
        Create new ones while you have your authenticator app handy.
      </Outcome>
    </SignInLayout>
  );
}
