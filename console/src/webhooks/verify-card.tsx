import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { SnippetTabs } from '../ui/snippet-tabs.tsx';
import { snippets } from './snippets.ts';

/** How a receiver can tell our deliveries from anyone else's. */
export function VerifyCard() {
  const t = useT();
  return (
    <Card>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2}>{t('webhooks.verify.title')}</Title>
          <Text size="sm" c="dimmed">
            {t.rich('webhooks.verify.text', { link: <Standard /> })}
          </Text>
        </Stack>
        <SnippetTabs snippets={snippets} />
      </Stack>
    </Card>
  );
}

function Standard() {
  return (
    <Anchor
      href="https://www.standardwebhooks.com"
      target="_blank"
      rel="noreferrer"
      underline="always"
      inherit
    >
      Standard Webhooks
    </Anchor>
  );
}
