import { Group, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { DeadLink } from './dead-link.tsx';
import { SignInLayout } from './layout.tsx';
import { useOnce } from './use-once.ts';
import { useToken } from './use-token.ts';

type Props<T> = {
  title: string;
  follow: (token: string) => Promise<T>;
  doneTitle: string;
  done: (answer: T) => ReactNode;
  /** How to get a new link. */
  again: ReactNode;
};

/** An emailed link that works by itself, by script, so a mail scanner that fetches the page doesn't use it up. */
export function FollowedLink<T>({ title, follow, doneTitle, done, again }: Props<T>) {
  const t = useT();
  const token = useToken();
  const state = useOnce(token, follow);
  if (state.status === 'done') return <SignInLayout title={doneTitle}>{done(state.answer)}</SignInLayout>;
  const dead = !token || (state.status === 'failed' && isCode(state.error, 'TOKEN_INVALID'));
  return (
    <SignInLayout title={title}>
      {dead ? (
        <DeadLink action={again} />
      ) : state.status === 'failed' ? (
        <ErrorNote error={state.error} onRetry={() => window.location.reload()} />
      ) : (
        <Group role="status">
          <Loader size="sm" />
          <Text>{t('waiting.moment')}</Text>
        </Group>
      )}
    </SignInLayout>
  );
}
