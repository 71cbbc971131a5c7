import { LatchkeyError } from '@latchkey/sdk';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ErrorNote } from '../ui/error-note.tsx';

/** Why settings were refused, with what the service found wrong. */
export function SettingsError({ error }: { error: unknown }) {
  const reasons = error instanceof LatchkeyError ? reasonsOf(error) : [];
  if (!(error instanceof LatchkeyError) || reasons.length === 0) return <ErrorNote error={error} />;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} role="alert">
      <Text size="sm">{error.message}</Text>
      {reasons.map((reason) => (
        <Text key={reason} size="sm" mt={4} fw={500}>
          {reason}
        </Text>
      ))}
    </Alert>
  );
}

function reasonsOf({ code, details }: LatchkeyError): string[] {
  if (code === 'CONNECTION_INVALID' && typeof details.reason === 'string') return [details.reason];
  if (code === 'VALIDATION_FAILED') return Object.values(details).flat().map(String);
  return [];
}
