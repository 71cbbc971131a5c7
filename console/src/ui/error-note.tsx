import { LatchkeyError } from '@latchkey/sdk';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { isCode, messageOf } from '../client.ts';
import { useT } from '../language/texts.ts';

const SsoWay = lazy(() => import('./sso-way.tsx'));
const ProofWay = lazy(() => import('./proof-way.tsx'));

type Props = { error: unknown; title?: string; onRetry?: () => void };

/** Says what failed and what to do. Renders nothing without an error. */
export function ErrorNote({ error, title, onRetry }: Props) {
  const t = useT();
  if (!error) return null;
  const requestId = error instanceof LatchkeyError && error.status >= 500 ? error.requestId : undefined;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={title} role="alert">
      <Text size="sm">{messageOf(error)}</Text>
      {requestId && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('failure.reference', { id: requestId })}
        </Text>
      )}
      {isCode(error, 'SSO_REQUIRED') && (
        <Suspense>
          <SsoWay redirectTo={error.details.redirectTo} />
        </Suspense>
      )}
      {onRetry && (
        <Group mt="sm">
          {isCode(error, 'REAUTHENTICATION_REQUIRED') ? (
            <Suspense>
              <ProofWay methods={error.details.methods} />
            </Suspense>
          ) : (
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('action.tryAgain')}
            </Button>
          )}
        </Group>
      )}
    </Alert>
  );
}
