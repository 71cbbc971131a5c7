import { Button, Card, Code, CopyButton, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { snippets } from './snippets.ts';

/** What a receiver needs: how to tell our deliveries from somebody else's. */
export function VerifyCard() {
  const [language, setLanguage] = useState<string | null>(snippets[0].language);
  const code = snippets.find((snippet) => snippet.language === language)?.code ?? '';
  return (
    <Card>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h4">
            Verify a signature
          </Title>
          <Text size="sm" c="dimmed">
            Every delivery is signed with the webhook's secret, as{' '}
            <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
              Standard Webhooks
            </a>{' '}
            describes. Verify it before you trust what it says.
          </Text>
        </Stack>
        <Tabs value={language} onChange={setLanguage}>
          <Tabs.List style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
            {snippets.map((snippet) => (
              <Tabs.Tab key={snippet.language} value={snippet.language}>
                {snippet.language}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {snippets.map((snippet) => (
            <Tabs.Panel key={snippet.language} value={snippet.language} pt="md">
              <Code block tabIndex={0} fz="sm">
                {snippet.code}
              </Code>
            </Tabs.Panel>
          ))}
        </Tabs>
        <Group justify="flex-end">
          <CopyButton value={code}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy snippet'}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Card>
  );
}
