import { Alert, Stack } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A mailed link that does nothing any more, or lost its end on the way. */
export function DeadLink({ action }: { action: ReactNode }) {
  return (
    <Stack>
      <Alert
        color="orange"
        icon={<IconLinkOff size={18} />}
        title="This link does not work any more"
        role="alert"
      >
        It was used before, has expired, or is not complete. Links work once and for a limited time.
      </Alert>
      {action}
    </Stack>
  );
}
