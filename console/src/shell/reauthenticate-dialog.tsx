import { reauthenticateWithPasskey } from '@latchkey/sdk';
import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { events, queryClient } from '../api.ts';
import { api } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { isChangeOfMind, passkeysWork } from '../ui/passkeys.ts';
import { useMe } from './me.ts';
import { type Way, waysOf } from './reauthentication-methods.ts';
import { type Reason, reasonFor } from './reauthentication-reason.ts';

type Asked = { ways: Way[]; reason: Reason; settle: (proven: boolean) => void };

/** Asks for a proof when the service needs a recent one. The refused call is then repeated by itself: see `api.ts`. */
export function ReauthenticateDialog() {
  const t = useT();
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState(false);
  const cancel = useRef<() => void>(undefined);
  useEscape(cancel);
  useEffect(() => {
    events.reauthenticate = (methods, address) =>
      new Promise((settle) => {
        setAsked({ ways: waysOf(methods, passkeysWork()), reason: reasonFor(address), settle });
        setOpened(true);
      });
    return () => {
      events.reauthenticate = async () => false;
    };
  }, []);
  const close = (proven: boolean) => {
    setOpened(false);
    cancel.current = undefined;
    asked?.settle(proven);
    // What the page couldn't load without it.
    if (proven) void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
  };
  if (opened) cancel.current = () => close(false);
  return (
    <Modal
      opened={opened}
      closeOnEscape={false}
      onClose={() => close(false)}
      title={t('reauthenticate.title')}
      zIndex={400}
    >
      {asked && <Proof {...asked} onProven={() => close(true)} />}
    </Modal>
  );
}

/** Takes Escape before any other dialog does: the one with what was being done stays open. */
function useEscape(cancel: RefObject<(() => void) | undefined>) {
  // Every dialog listens in an effect, which begins later than this.
  useLayoutEffect(() => {
    const take = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !cancel.current) return;
      event.stopImmediatePropagation();
      cancel.current();
    };
    window.addEventListener('keydown', take, true);
    return () => window.removeEventListener('keydown', take, true);
  }, [cancel]);
}

type ProofProps = { onProven: () => void };

function Proof({ ways, reason, onProven }: ProofProps & Pick<Asked, 'ways' | 'reason'>) {
  const t = useT();
  const [way, setWay] = useState<Way>(ways[0] ?? 'signIn');
  const Step = steps[way];
  const others = ways.filter((other) => other !== way);
  return (
    <Stack>
      <Text size="sm">{t(`reauthenticate.text.${reason}`)}</Text>
      <Step onProven={onProven} />
      {others.map((other) => (
        <Anchor
          key={other}
          component="button"
          type="button"
          size="sm"
          ta="start"
          onClick={() => setWay(other)}
        >
          {t(labels[other])}
        </Anchor>
      ))}
    </Stack>
  );
}

const labels = {
  passkey: 'passkey.use',
  password: 'reauthenticate.by.password',
  code: 'reauthenticate.by.code',
  signIn: 'reauthenticate.by.signIn',
  resetLink: 'reauthenticate.by.resetLink',
} as const satisfies Record<Way, string>;

function PasskeyStep({ onProven }: ProofProps) {
  const t = useT();
  const form = useApiForm({ initialValues: {} });
  const submit = form.submit(async () => {
    try {
      await reauthenticateWithPasskey(api);
    } catch (error) {
      if (isChangeOfMind(error)) return;
      throw error;
    }
    onProven();
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <ErrorNote error={form.failure} />
        <Button
          type="submit"
          data-autofocus
          loading={form.submitting}
          leftSection={<IconFingerprint size={18} />}
        >
          {t('passkey.useYours')}
        </Button>
      </Stack>
    </form>
  );
}

function PasswordStep({ onProven }: ProofProps) {
  const t = useT();
  const { user } = useMe();
  const form = useApiForm({ initialValues: { password: '' } });
  const submit = form.submit(async (body) => {
    await api.reauthenticate({ body });
    onProven();
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {/* Password managers look for whose password it is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordInput
          label={t('field.password')}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <ErrorNote error={form.failure} />
        <Confirm submitting={form.submitting} />
      </Stack>
    </form>
  );
}

function CodeStep({ onProven }: ProofProps) {
  const t = useT();
  const form = useApiForm({ initialValues: { code: '' } });
  const submit = form.submit(async (body) => {
    await api.reauthenticate({ body });
    onProven();
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('field.code')}
          description={t('reauthenticate.codeFrom')}
          autoComplete="one-time-code"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('code')}
        />
        <ErrorNote error={form.failure} />
        <Confirm submitting={form.submitting} />
      </Stack>
    </form>
  );
}

function Confirm({ submitting }: { submitting: boolean }) {
  const t = useT();
  return (
    <Group justify="flex-end">
      <Button type="submit" loading={submitting}>
        {t('reauthenticate.confirm')}
      </Button>
    </Group>
  );
}

/** For people who sign in only with a provider. */
function SignInStep() {
  const t = useT();
  const router = useRouter();
  const navigate = useNavigate();
  const form = useApiForm({ initialValues: {} });
  const submit = form.submit(async () => {
    const { href } = router.state.location;
    await api.logout();
    await navigate({ to: '/login', search: { returnTo: href } });
    queryClient.clear();
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('reauthenticate.signIn')}
        </Text>
        <ErrorNote error={form.failure} />
        <Group justify="flex-end">
          <Button type="submit" data-autofocus loading={form.submitting}>
            {t('reauthenticate.by.signIn')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** For people whom only their organization's identity provider signs in. */
function ResetLinkStep() {
  const t = useT();
  const { user } = useMe();
  const [sent, setSent] = useState(false);
  const form = useApiForm({ initialValues: {} });
  const submit = form.submit(async () => {
    await api.forgotPassword({ body: { email: user.email } });
    setSent(true);
  });
  if (sent) return <Text size="sm">{t('reauthenticate.linkSent', { email: user.email })}</Text>;
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('reauthenticate.resetLink')}
        </Text>
        <ErrorNote error={form.failure} />
        <Group justify="flex-end">
          <Button type="submit" data-autofocus loading={form.submitting}>
            {t('reauthenticate.by.resetLink')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const steps = {
  passkey: PasskeyStep,
  password: PasswordStep,
  code: CodeStep,
  signIn: SignInStep,
  resetLink: ResetLinkStep,
};
