import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { SnippetTabs } from '../ui/snippet-tabs.tsx';
import { snippets } from './snippets.ts';

/** How a receiver can tell our deliveries from anyone else's. */
export function VerifyCard() {
  return (
    <Card>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4">
            Verify a signature
          </Title>
          <Text size="sm" c="dimmed">
            Every delivery is signed with the webhook's secret, as{' '}
            <Anchor
              href="https://www.standardwebhooks.com"
              target="_blank"
              rel="noreferrer"
              underline="always"
              inherit
            >
              Standard Webhooks
            </Anchor>{' '}
            describes. Verify it before you trust what it says.
          </Text>
        </Stack>
        <SnippetTabs snippets={snippets} />
      </Stack>
    </Card>
  );
}
