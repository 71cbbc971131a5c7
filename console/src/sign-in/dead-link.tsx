import { Alert, Stack } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** An emailed link that no longer works or was cut off. */
export function DeadLink({ action }: { action: ReactNode }) {
  return (
    <Stack>
      <Alert color="orange" icon={<IconLinkOff size={18} />} title="This link no longer works" role="alert">
        It was already used, has expired, or is incomplete. Each link works once, for a limited time.
      </Alert>
      {action}
    </Stack>
  );
}
