import { fullName, lifetimes } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { branding } from '../branding.ts';
import { api, chosenOrganization, events, isCode } from '../client.ts';
import { t, useT } from '../language/texts.ts';
import { formatDay } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { useGoTo } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { onward, returnAddress } from './return-address.ts';
import { type Invite, useInvite } from './use-invite.ts';

const route = getRouteApi('/invite/$token');

type Me = Output<'me'>;

/** Null: no user is signed in. Undefined: not known yet. */
function useWhoIsHere(): Me | null | undefined {
  const [me, setMe] = useState<Me | null>();
  useEffect(() => {
    api.me().then(setMe, () => setMe(null));
  }, []);
  return me;
}

export function InvitePage() {
  const t = useT();
  const { token } = route.useParams();
  const { returnTo } = route.useSearch();
  const { invite, error, retry } = useInvite(token);
  const me = useWhoIsHere();
  if (isCode(error, 'NOT_FOUND', 'INVITE_EXPIRED'))
    return (
      <SignInLayout title={error.code === 'INVITE_EXPIRED' ? t('invite.expired') : t('invite.missing')}>
        <Text>
          {error.code === 'INVITE_EXPIRED'
            ? t('invite.expiredText', { days: lifetimes.inviteDays })
            : t('invite.missingText')}
        </Text>
        <ButtonLink to="/login" search={onward(returnTo)}>
          {me ? t('action.continue') : t('action.signIn')}
        </ButtonLink>
      </SignInLayout>
    );
  return (
    <SignInLayout
      title={invite ? t('invite.title', { organization: invite.organization.name }) : t('invite.waiting')}
    >
      <ErrorNote error={error} onRetry={retry} />
      {!error && (!invite || me === undefined) && <Skeleton h={160} />}
      {invite && me !== undefined && (
        <>
          <Greeting invite={invite} />
          {me ? (
            <AnswerAs me={me} invite={invite} token={token} returnTo={returnTo} />
          ) : (
            <AnswerAsStranger token={token} returnTo={returnTo} />
          )}
        </>
      )}
    </SignInLayout>
  );
}

function Greeting({ invite }: { invite: Invite }) {
  const t = useT();
  const inviter = fullName(invite.invitedBy ?? {});
  return (
    <Text>
      {t.rich('invite.text', {
        inviter: inviter || t('invite.someone'),
        email: <Unbroken text={invite.email} />,
        organization: invite.organization.name,
        role: invite.role,
        day: formatDay(invite.expiresAt),
      })}
    </Text>
  );
}

type AnswerProps = { token: string; returnTo: string | undefined };

/** This page, for after the sign-in. */
const backHere = ({ token, returnTo }: AnswerProps) =>
  `/invite/${token}${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`;

function AnswerAsStranger({ token, returnTo }: AnswerProps) {
  const t = useT();
  const back = backHere({ token, returnTo });
  return (
    <Stack gap="sm">
      <ProviderButtons inviteToken={token} returnTo={back} />
      <ButtonLink to="/register" search={{ invite: token, ...onward(returnTo) }}>
        {t('invite.create')}
      </ButtonLink>
      <ButtonLink to="/login" search={{ returnTo: back }} variant="default">
        {t('invite.have')}
      </ButtonLink>
    </Stack>
  );
}

function AnswerAs({ me, invite, token, returnTo }: AnswerProps & { me: Me; invite: Invite }) {
  const t = useT();
  const goTo = useGoTo();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async (act: () => Promise<unknown>, to: string) => {
    setPending(true);
    setFailure(null);
    try {
      await act();
      events.forget();
      goTo(to);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  const hindrance = hindranceFor(me, invite);
  if (hindrance)
    return (
      <Stack>
        <Alert icon={<IconInfoCircle size={18} />}>{hindrance}</Alert>
        <ErrorNote error={failure} />
        <Button
          variant="default"
          loading={pending}
          onClick={() =>
            void run(
              () => api.logout(),
              `/login?returnTo=${encodeURIComponent(backHere({ token, returnTo }))}`,
            )
          }
        >
          {t('invite.otherAccount')}
        </Button>
        <ButtonLink to="/" variant="subtle">
          {t('action.toDashboard')}
        </ButtonLink>
      </Stack>
    );
  const accept = async () => {
    const { organization } = await api.acceptInvite({ params: { token } });
    // Their default one may be another. This tab shows the one they joined.
    chosenOrganization.set(organization.id);
  };
  return (
    <Stack>
      {me.organization && (
        <Text size="sm" c="dimmed">
          {t('invite.keep', { organization: me.organization.name })}
        </Text>
      )}
      <ErrorNote error={failure} />
      <Button loading={pending} onClick={() => void run(accept, returnAddress(returnTo) ?? '/organization')}>
        {t('invite.join', { email: me.user.email })}
      </Button>
    </Stack>
  );
}

function hindranceFor(me: Me, invite: Invite): string | undefined {
  if (me.user.email !== invite.email)
    return t('invite.wrongAccount', { email: me.user.email, invited: invite.email });
  if (me.organization && !branding.severalOrganizations)
    return t('invite.oneOnly', { organization: me.organization.name });
  return undefined;
}
