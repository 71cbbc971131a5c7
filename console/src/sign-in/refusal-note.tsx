import { Alert, Text } from '@mantine/core';
import { IconClock, IconLock } from '@tabler/icons-react';
import { useMemo } from 'react';
import { isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { formatCountdown, useCountdown } from '../ui/countdown.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink } from '../ui/link.tsx';

/** Seconds until a refused attempt may be repeated; 0 if the refusal sets no time. */
export function useWait(error: unknown): number {
  const until = useMemo(
    () =>
      isCode(error, 'ACCOUNT_LOCKED', 'RATE_LIMITED') && error.retryAfterSeconds !== undefined
        ? Date.now() + error.retryAfterSeconds * 1000
        : undefined,
    [error],
  );
  return useCountdown(until);
}

type Props = { error: unknown; secondsLeft: number; email?: string };

/** Why a sign-in was refused, and what to do: a countdown for a lock or limit, with a way to unlock. */
export function RefusalNote({ error, secondsLeft, email }: Props) {
  const t = useT();
  const counting = (
    <Text span inherit fw={600} className="numbers" aria-hidden>
      {formatCountdown(secondsLeft)}
    </Text>
  );
  if (isCode(error, 'ACCOUNT_LOCKED'))
    return (
      <Alert color="orange" icon={<IconLock size={18} />} title={t('refusal.locked')} role="alert">
        <Text size="sm">
          {secondsLeft > 0 ? t.rich('refusal.lockedUntil', { time: counting }) : t('refusal.lockedNow')}
        </Text>
        <AnchorLink
          to="/request-unlock"
          search={email ? { email } : {}}
          size="sm"
          mt={4}
          display="inline-block"
        >
          {t('refusal.unlock')}
        </AnchorLink>
      </Alert>
    );
  if (isCode(error, 'RATE_LIMITED'))
    return (
      <Alert color="orange" icon={<IconClock size={18} />} title={t('refusal.attempts')} role="alert">
        <Text size="sm">
          {secondsLeft > 0 ? t.rich('refusal.until', { time: counting }) : t('refusal.now')}
        </Text>
      </Alert>
    );
  return <ErrorNote error={error} />;
}
