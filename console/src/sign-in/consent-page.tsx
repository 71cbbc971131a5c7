import type { Output } from '@latchkey/sdk';
import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, isCode } from '../client.ts';
import { t, useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { AllowOrDeny, type Decision, Wanted, WhichOrganization } from './consent-parts.tsx';
import { useGoTo } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { useLoaded } from './use-loaded.ts';

const route = getRouteApi('/consent');

type Asked = Output<'getConsent'> & { email: string };

async function load(request: string, options: { signal: AbortSignal }): Promise<Asked> {
  const [asked, { user }] = await Promise.all([
    api.getConsent({ query: { request } }, options),
    api.me({}, options),
  ]);
  return { ...asked, email: user.email };
}

/** An application that isn't the service's own needs consent first. */
export function ConsentPage() {
  const t = useT();
  const { request = '' } = route.useSearch();
  const { answer, error, retry } = useLoaded(request, load);
  const goTo = useGoTo();
  const isStranger = isCode(error, 'UNAUTHENTICATED');
  useEffect(() => {
    if (isStranger)
      goTo(`/login?returnTo=${encodeURIComponent(`/consent?request=${encodeURIComponent(request)}`)}`);
  });
  if (!request || isCode(error, 'TOKEN_INVALID', 'VALIDATION_FAILED')) return <NotValid />;
  return (
    <SignInLayout
      title={answer ? t('consent.title', { name: calledOf(answer) }) : t('login.title')}
      heading={answer && t.rich('consent.title', { name: <bdi>{calledOf(answer)}</bdi> })}
    >
      <ErrorNote error={isStranger ? undefined : error} onRetry={retry} />
      {!answer && !error && <Skeleton h={220} />}
      {answer && <Question asked={answer} request={request} />}
    </SignInLayout>
  );
}

/** Anyone can choose a name. The host is what someone else vouches for, so it comes first. */
const calledOf = ({ application: { host, name } }: Asked) => host ?? name;

function NotValid() {
  const t = useT();
  return (
    <SignInLayout title={t('consent.invalid')}>
      <Text>{t('consent.invalidText')}</Text>
      <ButtonLink to="/" variant="default">
        {t('action.toDashboard')}
      </ButtonLink>
    </SignInLayout>
  );
}

function Question({ asked, request }: { asked: Asked; request: string }) {
  const t = useT();
  const { application, scopes, resource, organizations = [], email } = asked;
  const [organizationId, setOrganizationId] = useState(organizations[0]?.id);
  const [pending, setPending] = useState<Decision>();
  const [failure, setFailure] = useState<unknown>(null);
  const decide = async (decision: Decision) => {
    setPending(decision);
    setFailure(null);
    try {
      const { redirectTo } = await api.decideConsent({
        body: { request, decision, ...(organizationId !== undefined && { organizationId }) },
      });
      window.location.assign(redirectTo);
    } catch (error) {
      setFailure(error);
      setPending(undefined);
    }
  };
  return (
    <Stack>
      {application.host && <Described of={application} />}
      <Text style={{ overflowWrap: 'anywhere' }}>
        {t.rich('consent.wants', { email: <Unbroken text={email} /> })}
      </Text>
      <Wanted scopes={scopes} resource={resource} />
      <WhichOrganization of={organizations} value={organizationId} onChange={setOrganizationId} />
      {application.selfRegistered && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('consent.selfRegistered')}>
          {t('consent.selfRegisteredText')}
        </Alert>
      )}
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t('consent.next', { place: placeOf(application.redirectUri) })}
      </Text>
      <ErrorNote error={failure} />
      <AllowOrDeny pending={pending} onDecide={(decision) => void decide(decision)} />
    </Stack>
  );
}

/** A client that is known by its document only. */
function Described({ of: { name, clientId, redirectUri } }: { of: Asked['application'] }) {
  const t = useT();
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t.rich('consent.described', {
          name: <bdi>{name}</bdi>,
          url: <Unbroken text={clientId} bold={false} />,
        })}
      </Text>
      {loopback.includes(new URL(redirectUri).hostname) && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t('consent.loopback')}>
          {t('consent.loopbackText')}
        </Alert>
      )}
    </>
  );
}

/** An app on the device has its own scheme instead of a host, or listens on the device's own address. */
function placeOf(uri: string): string {
  const { protocol, host, hostname } = new URL(uri);
  if (!host) return t('consent.app', { name: protocol.slice(0, -1) });
  return loopback.includes(hostname) ? t('consent.app', { name: host }) : host;
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];
