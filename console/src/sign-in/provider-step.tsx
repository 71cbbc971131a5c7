import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { ProviderAccount } from '../ui/provider-account.tsx';
import { ExpiredSignIn } from './expired-sign-in.tsx';
import { SignInLayout } from './layout.tsx';
import { useLoaded } from './use-loaded.ts';
import { useToken } from './use-token.ts';

const ask = (token: string, options: { signal: AbortSignal }) =>
  api.getPendingOAuth({ query: { token } }, options);

type Props = { title: string; description: string; children: (token: string) => ReactNode };

/** The step after a provider. Shows whose account is about to be used, as told by the service, not the link. */
export function ProviderStep({ title, description, children }: Props) {
  const t = useT();
  const token = useToken();
  const { answer, error, retry } = useLoaded(token, ask);
  if (!token || isCode(error, 'PENDING_TOKEN_INVALID')) return <ExpiredSignIn />;
  return (
    <SignInLayout
      title={title}
      description={description}
      footer={<AnchorLink to="/login">{t('action.backToSignIn')}</AnchorLink>}
    >
      <ErrorNote error={error} onRetry={retry} />
      {!error && !answer && <Skeleton h={160} />}
      {answer && (
        <>
          <ProviderAccount provider={answer.provider} detail={answer.email ?? t('provider.noAddress')} />
          {children(token)}
        </>
      )}
    </SignInLayout>
  );
}
