import { inWords, lifetimes } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { branding } from '../branding.ts';
import { api, chosenOrganization, events, isCode } from '../client.ts';
import { formatDay } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
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
  const { token } = route.useParams();
  const { returnTo } = route.useSearch();
  const { invite, error, retry } = useInvite(token);
  const me = useWhoIsHere();
  if (isCode(error, 'NOT_FOUND', 'INVITE_EXPIRED'))
    return (
      <SignInLayout
        title={error.code === 'INVITE_EXPIRED' ? 'This invitation has expired' : 'Invitation not found'}
      >
        <Text>
          {error.code === 'INVITE_EXPIRED'
            ? `Invitations expire after ${inWords(lifetimes.inviteDays, 'day')}. Ask for a new one.`
            : 'It was already used or canceled, or the link is incomplete. Ask for a new one.'}
        </Text>
        <ButtonLink to="/login" search={onward(returnTo)}>
          {me ? 'Continue' : 'Sign in'}
        </ButtonLink>
      </SignInLayout>
    );
  return (
    <SignInLayout title={invite ? `Join ${invite.organization.name}` : "You're invited"}>
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
  const inviter = [invite.invitedBy?.firstName, invite.invitedBy?.lastName].filter(Boolean).join(' ');
  return (
    <Text>
      {inviter || 'Someone'} invited <b>{invite.email}</b> to {invite.organization.name} as{' '}
      {{ OWNER: 'an owner', ADMIN: 'an administrator', MEMBER: 'a member' }[invite.role]}. The invitation
      expires on {formatDay(invite.expiresAt)}.
    </Text>
  );
}

type AnswerProps = { token: string; returnTo: string | undefined };

/** This page, for after the sign-in. */
const backHere = ({ token, returnTo }: AnswerProps) =>
  `/invite/${token}${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ''}`;

function AnswerAsStranger({ token, returnTo }: AnswerProps) {
  const back = backHere({ token, returnTo });
  return (
    <Stack gap="sm">
      <ProviderButtons inviteToken={token} returnTo={back} />
      <ButtonLink to="/register" search={{ invite: token, ...onward(returnTo) }}>
        Create an account
      </ButtonLink>
      <ButtonLink to="/login" search={{ returnTo: back }} variant="default">
        I already have an account
      </ButtonLink>
    </Stack>
  );
}

function AnswerAs({ me, invite, token, returnTo }: AnswerProps & { me: Me; invite: Invite }) {
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
          Use another account
        </Button>
        <ButtonLink to="/" variant="subtle">
          Go to the dashboard
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
          You keep your place in {me.organization.name}, and can switch between the two.
        </Text>
      )}
      <ErrorNote error={failure} />
      <Button loading={pending} onClick={() => void run(accept, returnAddress(returnTo) ?? '/organization')}>
        Join as {me.user.email}
      </Button>
    </Stack>
  );
}

function hindranceFor(me: Me, invite: Invite): string | undefined {
  if (me.user.email !== invite.email)
    return `You're signed in as ${me.user.email}, but this invitation is for ${invite.email}.`;
  if (me.organization && !branding.severalOrganizations)
    return `You already belong to ${me.organization.name}, and you can belong to only one organization. Leave it first.`;
  return undefined;
}
