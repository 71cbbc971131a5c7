import { Button, Code, CopyButton, Group, Stack, Tabs } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useT } from '../language/texts.ts';

export type Snippet = { language: string; code: string };

/** The same code in several languages, to copy. */
export function SnippetTabs({ snippets }: { snippets: readonly [Snippet, ...Snippet[]] }) {
  const t = useT();
  const [language, setLanguage] = useState<string | null>(snippets[0].language);
  const code = snippets.find((snippet) => snippet.language === language)?.code ?? '';
  return (
    <Stack gap="md">
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
              {t(copied ? 'secret.copied' : 'snippet.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
