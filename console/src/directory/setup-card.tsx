import {
  ActionIcon,
  Card,
  Code,
  CopyButton,
  Group,
  List,
  Stack,
  Tabs,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';

const { origin } = window.location;
const path = '/api/scim/v2';
const baseUrl = origin + path;

/** Where directories are told what to send: the same steps as in docs/guides. */
const guides = [
  { id: 'entra', name: 'Microsoft Entra ID' },
  { id: 'okta', name: 'Okta' },
] as const;
const steps = [1, 2, 3, 4] as const;

/** What a directory needs to know. */
export function SetupCard() {
  const t = useT();
  return (
    <Card component="section" aria-labelledby="setup">
      <Stack gap="md">
        <Title order={2} id="setup">
          {t('directory.setup')}
        </Title>
        <BaseUrl />
        <Tabs defaultValue={guides[0].id}>
          <Tabs.List>
            {guides.map(({ id, name }) => (
              <Tabs.Tab key={id} value={id}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {guides.map(({ id }) => (
            <Tabs.Panel key={id} value={id} pt="md">
              <List type="ordered" size="sm" spacing={6}>
                {steps.map((step) => (
                  <List.Item key={step}>{t(`directory.setup.${id}.${step}`)}</List.Item>
                ))}
              </List>
            </Tabs.Panel>
          ))}
        </Tabs>
        <Text size="sm" c="dimmed">
          {t('directory.setup.whom')}
        </Text>
      </Stack>
    </Card>
  );
}

function BaseUrl() {
  const t = useT();
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        {t('directory.setup.baseUrl')}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code fz="sm" style={{ overflowWrap: 'anywhere' }} data-testid="scim-base-url">
          {origin}
          <wbr />
          {path}
        </Code>
        <CopyButton value={baseUrl}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? t('secret.copied') : t('directory.setup.baseUrl.copy')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('directory.setup.baseUrl.copy')}
                onClick={copy}
              >
                {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
