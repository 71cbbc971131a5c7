import { lifetimes } from '@latchkey/contract';
import { type Output, registerWithPasskey } from '@latchkey/sdk';
import { Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint, IconKey, IconMail } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { branding } from '../branding.ts';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { NameFields } from '../ui/name-fields.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { isChangeOfMind, passkeysWork } from '../ui/passkeys.ts';
import { Unbroken } from '../ui/unbroken.tsx';
import { CodeStep } from './code-step.tsx';
import { type Choice, chosen, noChoice, noCreation, OrganizationChoice } from './organization-choice.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import type { Invite } from './use-invite.ts';

/** What an account signs in with. */
type Way = 'passkey' | 'code' | 'password';

/** Best first. */
function waysHere(): Way[] {
  const code: Way[] = branding.emailLogin ? ['code'] : [];
  return passkeysWork() ? ['passkey', ...code, 'password'] : [...code, 'password'];
}

type Values = Choice & {
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  password: string;
};

function accountOf(values: Values) {
  const { firstName, lastName, email, username } = values;
  return { firstName, lastName, email: email.trim(), username: username || null, ...chosen(values) };
}
type Account = ReturnType<typeof accountOf>;

export type Entry = {
  /** The account is there, and signed in unless that was refused. */
  onRegistered: (answer: Output<'register'>, email: string) => unknown;
  /** It signs in with what was typed. */
  onPassword: (account: { email: string; password: string }) => Promise<unknown>;
  /** The code was that of an account, which it signed in. */
  onSignedIn: (answer: Output<'login'>) => unknown;
};
type Props = Entry & { invite?: Invite | undefined; inviteToken?: string | undefined };

/** Asks for a password only of people who chose to have one. */
export function RegisterForm({ invite, inviteToken, ...entry }: Props) {
  const form = useApiForm<Values>({
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
  const [way, setWay] = useState<Way>(waysHere()[0] ?? 'password');
  const [mailed, setMailed] = useState<Account>();
  if (mailed) return <MailedStep account={mailed} {...entry} onBack={() => setMailed(undefined)} />;
  const sends: Record<Way, (values: Values) => Promise<unknown>> = {
    passkey: async (values) => {
      const account = accountOf(values);
      try {
        await entry.onRegistered(await registerWithPasskey(api, account), account.email);
      } catch (error) {
        if (!isChangeOfMind(error)) throw error;
      }
    },
    code: async (values) => {
      const account = accountOf(values);
      await api.requestEmailCode({ body: { email: account.email, register: true } });
      setMailed(account);
    },
    password: async (values) => {
      const { password } = values;
      const account = accountOf(values);
      await api.register({ body: { ...account, password } });
      await entry.onPassword({ email: account.email, password });
    },
  };
  return (
    <Fields form={form} way={way} onWay={setWay} onSend={(by) => form.submit(sends[by])()} invite={invite} />
  );
}

type FieldsProps = {
  form: ReturnType<typeof useApiForm<Values>>;
  way: Way;
  onWay: (way: Way) => void;
  onSend: (way: Way) => void;
  invite: Invite | undefined;
};

function Fields({ form, way, onWay, onSend, invite }: FieldsProps) {
  const t = useT();
  const secondsLeft = useWait(form.failure);
  const element = useRef<HTMLFormElement>(null);
  const { firstName, lastName, email, username, password } = form.values;
  // What is missing, before the browser makes a passkey or a mail leaves. For a password, the service says all at once.
  const send = (by: Way) => (by === 'password' || element.current?.reportValidity()) && onSend(by);
  const take = (other: Way) => {
    onWay(other);
    if (other !== 'password') send(other);
  };
  return (
    <form
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        send(way);
      }}
      noValidate
    >
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
        {way === 'password' && (
          <NewPassword
            label={t('field.password')}
            required
            known={[firstName, lastName, email, username]}
            {...form.getInputProps('password')}
            value={password}
          />
        )}
        {!invite && <OrganizationChoice form={form} />}
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Actions way={way} onTake={take} busy={form.submitting} blocked={secondsLeft > 0} />
      </Stack>
    </form>
  );
}

const icons = { passkey: IconFingerprint, code: IconMail, password: IconKey };

type ActionsProps = { way: Way; onTake: (way: Way) => void; busy: boolean; blocked: boolean };

function Actions({ way, onTake, busy, blocked }: ActionsProps) {
  const t = useT();
  const acts = { passkey: t('register.byPasskey'), code: t('emailCode.act'), password: t('register.action') };
  const others = { passkey: t('passkey.use'), code: t('emailCode.act'), password: t('register.byPassword') };
  const rest = waysHere().filter((other) => other !== way);
  const Icon = icons[way];
  return (
    <>
      <Stack gap="xs">
        <Button
          type="submit"
          loading={busy}
          disabled={blocked}
          {...(way !== 'password' && { leftSection: <Icon size={18} /> })}
        >
          {acts[way]}
        </Button>
        {way === 'passkey' && (
          <Text size="sm" c="dimmed">
            {t('register.passkeyText')}
          </Text>
        )}
      </Stack>
      {rest.length > 0 && <Divider label={t('provider.or')} />}
      <Stack gap="sm">
        {rest.map((other) => {
          const Other = icons[other];
          return (
            <Button
              key={other}
              variant="default"
              disabled={busy || blocked}
              leftSection={<Other size={18} />}
              onClick={() => onTake(other)}
            >
              {others[other]}
            </Button>
          );
        })}
      </Stack>
    </>
  );
}

type MailedProps = Entry & { account: Account; onBack: () => void };

/** The code of an address that has an account signs in there. */
function MailedStep({ account, onBack, onRegistered, onSignedIn }: MailedProps) {
  const t = useT();
  const { email } = account;
  const send = async (code: string) => {
    try {
      await onRegistered(await api.registerWithEmailCode({ body: { ...account, code } }), email);
    } catch (error) {
      if (!isCode(error, 'EMAIL_TAKEN')) throw error;
      await onSignedIn(await api.verifyEmailCode({ body: { email, code } }));
    }
  };
  return (
    <Stack>
      <Text role="status">
        {t.rich('register.codeSent', {
          email: <Unbroken text={email} />,
          minutes: lifetimes.emailCodeMinutes,
        })}
      </Text>
      <CodeStep send={send} />
      <Anchor component="button" type="button" size="sm" ta="start" onClick={onBack}>
        {t('register.back')}
      </Anchor>
    </Stack>
  );
}
