import { LatchkeyError } from '@latchkey/sdk';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { isCode, messageOf } from '../client.ts';
import { useT } from '../language/texts.ts';

const WayOn = lazy(() => import('./way-on.tsx'));

type Props = { error: unknown; title?: string; onRetry?: () => void; children?: ReactNode };

/** Says what failed and what to do; `children` say more. Renders nothing without an error. */
export function ErrorNote({ error, title, onRetry, children }: Props) {
  const t = useT();
  if (!error) return null;
  const requestId = error instanceof LatchkeyError && error.status >= 500 ? error.requestId : undefined;
  // Nothing went wrong: the page asks first.
  const isAsked = onRetry !== undefined && isCode(error, 'REAUTHENTICATION_REQUIRED');
  const hasWay = isAsked || isCode(error, 'SSO_REQUIRED');
  return (
    <Alert color={isAsked ? 'blue' : 'red'} icon={<IconAlertTriangle size={18} />} title={title} role="alert">
      <Text size="sm">{messageOf(error)}</Text>
      {children}
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('failure.reference', { id: requestId })}
        </Text>
      )}
      {hasWay ? (
        <Suspense>
          <WayOn error={error} />
        </Suspense>
      ) : (
        onRetry && (
          <Group mt="sm">
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('action.tryAgain')}
            </Button>
          </Group>
        )
      )}
    </Alert>
  );
}
