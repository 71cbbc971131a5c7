import type { User } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { formatDay } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { Section } from '../ui/section.tsx';

type Methods = Output<'listSignInMethods'>;

/** How a user gets in, and what to mail them if they can't. */
export function WaysIn({ user }: { user: User }) {
  const t = useT();
  const found = useQuery(ask('listSignInMethods', { params: { id: user.id } }));
  const { impersonating } = useMe();
  return (
    <Section
      title={t('users.waysIn.title')}
      actions={user.isActive && !impersonating && found.data && <Links user={user} methods={found.data} />}
    >
      {found.isPending && <Skeleton h={160} />}
      <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      {found.data && <Facts facts={factsOf(t, found.data)} />}
    </Section>
  );
}

function factsOf(t: Texts, { password, passkeys, providers, connections, twoFactor }: Methods): Fact[] {
  const listed = (texts: string[]) => texts.join(', ') || t('users.facts.none');
  const used = ({ name, lastUsedAt }: { name: string; lastUsedAt: string | null }) =>
    lastUsedAt ? t('users.waysIn.lastUsed', { name, day: formatDay(lastUsedAt) }) : name;
  return [
    [t('users.waysIn.password'), t(password ? 'users.waysIn.passwordSet' : 'users.facts.none')],
    [t('users.facts.passkeys'), listed(passkeys.map(used))],
    [
      t('users.waysIn.providers'),
      listed(providers.map(({ provider, email }) => [provider, email].filter(Boolean).join(' · '))),
    ],
    [
      t('users.waysIn.connections'),
      listed(
        connections.map(({ connectionName: name, lastSignInAt: lastUsedAt }) => used({ name, lastUsedAt })),
      ),
    ],
    [
      t('users.waysIn.twoFactor'),
      twoFactor.enabled
        ? t('users.waysIn.twoFactorOn', { count: twoFactor.backupCodesLeft })
        : t('users.waysIn.twoFactorOff'),
    ],
  ];
}

/** Setting the first password by a mailed link verifies the address, too. */
function Links({ user, methods }: { user: User; methods: Methods }) {
  const t = useT();
  const reset = useAct('sendReset', {
    invalidates: ['listEmails', 'listAuditLogs'],
    success: ({ message }) => message,
  });
  const verification = useAct('resendVerification', {
    invalidates: ['listEmails'],
    success: t('users.waysIn.verificationSent'),
  });
  return (
    <Group gap="xs">
      {!user.emailVerified && methods.password && (
        <Button
          variant="default"
          loading={verification.isPending}
          onClick={() => verification.mutate({ body: { email: user.email } })}
        >
          {t('users.waysIn.sendVerification')}
        </Button>
      )}
      <Button
        variant="default"
        loading={reset.isPending}
        onClick={() => reset.mutate({ params: { id: user.id } })}
      >
        {t('users.waysIn.sendReset')}
      </Button>
    </Group>
  );
}
