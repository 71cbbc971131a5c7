import { showUserCode, userCodeLength } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Button, Code, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { AllowOrDeny, type Decision, Wanted, WhichOrganization } from './consent-parts.tsx';
import { useGoTo } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { useLoaded } from './use-loaded.ts';

const route = getRouteApi('/device');

type Asked = Output<'lookUpDeviceGrant'> & { userCode: string };

const loadEmail = async (_once: string, options: { signal: AbortSignal }) =>
  (await api.me({}, options)).user.email;

/** Signs in a device that shows a code. A code in the address only fills in the form: its person compares it first. */
export function DevicePage() {
  const t = useT();
  const { user_code: given } = route.useSearch();
  const { answer: email, error, retry } = useLoaded('me', loadEmail);
  const [asked, setAsked] = useState<Asked>();
  const [done, setDone] = useState<Decision>();
  const goTo = useGoTo();
  const here = given ? `/device?user_code=${encodeURIComponent(given)}` : '/device';
  const isStranger = isCode(error, 'UNAUTHENTICATED');
  useEffect(() => {
    if (isStranger) goTo(`/login?returnTo=${encodeURIComponent(here)}`);
  });
  if (done) return <Done decision={done} />;
  if (email && asked)
    return <Question asked={asked} email={email} onDone={setDone} onBack={() => setAsked(undefined)} />;
  return (
    <SignInLayout title={t('device.title')} description={t('device.text')}>
      <ErrorNote error={isStranger ? undefined : error} onRetry={retry} />
      {!email && !error && <Skeleton h={140} />}
      {email && <CodeForm given={given} here={here} onAsked={setAsked} />}
    </SignInLayout>
  );
}

type FormProps = { given: string | undefined; here: string; onAsked: (asked: Asked) => void };

function CodeForm({ given = '', here, onAsked }: FormProps) {
  const t = useT();
  const form = useApiForm({ initialValues: { userCode: given } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async (body) => {
    onAsked({ ...(await api.lookUpDeviceGrant({ body })), userCode: body.userCode });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('device.code')}
          description={given ? t('device.compare') : undefined}
          placeholder={showUserCode('B'.repeat(userCodeLength)).replace(/B/g, 'X')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          dir="ltr"
          ff="monospace"
          size="md"
          {...form.getInputProps('userCode')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <WayOut error={form.failure} here={here} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          {t('action.continue')}
        </Button>
      </Stack>
    </form>
  );
}

/** What people can do who may not decide this way. */
function WayOut({ error, here }: { error: unknown; here: string }) {
  const t = useT();
  if (isCode(error, 'TWO_FACTOR_SETUP_REQUIRED'))
    return (
      <ButtonLink to="/profile/security" search={{ returnTo: here }} variant="default">
        {t('device.setUp')}
      </ButtonLink>
    );
  return isCode(error, 'SIGN_IN_METHOD_NOT_ALLOWED') ? (
    <ButtonLink to="/login" search={{ returnTo: here, prompt: 'login' }} variant="default">
      {t('device.otherWay')}
    </ButtonLink>
  ) : null;
}

type QuestionProps = {
  asked: Asked;
  email: string;
  onDone: (decision: Decision) => void;
  onBack: () => void;
};

function Question({ asked, email, onDone, onBack }: QuestionProps) {
  const t = useT();
  const { application, scopes, resource, organizations = [], request } = asked;
  const [organizationId, setOrganizationId] = useState(organizations[0]?.id);
  const [pending, setPending] = useState<Decision>();
  const [failure, setFailure] = useState<unknown>(null);
  const decide = async (decision: Decision) => {
    setPending(decision);
    setFailure(null);
    try {
      await api.decideDeviceGrant({
        body: { request, decision, ...(organizationId !== undefined && { organizationId }) },
      });
      onDone(decision);
    } catch (error) {
      setFailure(error);
      setPending(undefined);
    }
  };
  return (
    <SignInLayout
      title={t('consent.title', { name: application.name })}
      heading={t.rich('consent.title', { name: <bdi>{application.name}</bdi> })}
    >
      <Stack>
        <Origin asked={asked} />
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t.rich('consent.wants', { email: <Unbroken text={email} /> })}
        </Text>
        <Wanted scopes={scopes} resource={resource} />
        <WhichOrganization of={organizations} value={organizationId} onChange={setOrganizationId} />
        <ErrorNote error={failure} />
        <AllowOrDeny pending={pending} onDecide={(decision) => void decide(decision)} />
        <Button variant="subtle" size="sm" onClick={onBack}>
          {t('device.back')}
        </Button>
      </Stack>
    </SignInLayout>
  );
}

/** Where the request comes from: someone else may have sent this person the code. */
function Origin({ asked }: { asked: Asked }) {
  const t = useT();
  const { userCode, device, ipAddress, requestedAt, sameNetwork } = asked;
  const letters = userCode.replace(/[^a-z]/gi, '').toUpperCase();
  return (
    <>
      <Code block fz="xl" ta="center" dir="ltr" lts={2}>
        {showUserCode(letters)}
      </Code>
      <Text size="sm">{t('device.same')}</Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t.rich('device.from', {
          device,
          address: <bdi>{ipAddress}</bdi>,
          time: new Date(requestedAt).toLocaleTimeString(t.locale, { timeStyle: 'short' }),
        })}
      </Text>
      {!sameNetwork && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t('device.elsewhere')}>
          {t('device.elsewhereText')}
        </Alert>
      )}
    </>
  );
}

function Done({ decision }: { decision: Decision }) {
  const t = useT();
  const isAllowed = decision === 'allow';
  return (
    <SignInLayout title={isAllowed ? t('device.allowed') : t('device.denied')}>
      <Text role="status">{isAllowed ? t('device.allowedText') : t('device.deniedText')}</Text>
      <ButtonLink to="/" variant="default">
        {t('action.toDashboard')}
      </ButtonLink>
    </SignInLayout>
  );
}
