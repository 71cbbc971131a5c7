import type { SendTest } from '@latchkey/contract';
import { Alert, Code, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';
import { deliveryAnswer, prettyPayload } from '../webhooks/webhook-labels.ts';

/** What a test sent, and what came back. */
export function TestResult({ result, title }: { result: SendTest; title: string }) {
  const t = useT();
  const { succeeded, answer, sent } = result;
  return (
    <Stack gap="xs" data-testid="test-result">
      <Alert
        color={succeeded ? 'green' : 'red'}
        icon={succeeded ? <IconCheck size={18} /> : <IconAlertTriangle size={18} />}
        title={title}
      >
        {deliveryAnswer(result)}
      </Alert>
      {answer && <Part title={t('destinations.test.answer')} text={JSON.stringify(answer, null, 2)} />}
      <Part
        title={t('destinations.test.sent')}
        text={`${sent.method} ${sent.url}\n\n${prettyPayload(sent.body)}`}
      />
    </Stack>
  );
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Code
        block
        dir="ltr"
        mah={320}
        tabIndex={0}
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
    </>
  );
}
