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

export const baseUrl = `${window.location.origin}/api/scim/v2`;

/** Where directories are told what to send: the same steps as in docs/guides. */
const guides = [
  {
    name: 'Microsoft Entra ID',
    steps: [
      'In your enterprise application, open Provisioning and choose Automatic.',
      'Enter the base URL as tenant URL, and a token from here as secret token. Test the connection.',
      'In the mappings, map mail to emails[type eq "work"].value and objectId to externalId.',
      'Assign people and groups to the application, then start provisioning.',
    ],
  },
  {
    name: 'Okta',
    steps: [
      'In your application, open General and turn on SCIM provisioning.',
      'Under Provisioning, enter the base URL, userName as unique identifier, HTTP Header as authentication mode, and a token from here.',
      'Turn on Create Users, Update User Attributes and Deactivate Users.',
      'Assign people to the application, and add groups under Push Groups.',
    ],
  },
] as const;

/** What a directory needs to know. */
export function SetupCard() {
  return (
    <Card component="section" aria-labelledby="setup">
      <Stack gap="md">
        <Title order={2} id="setup">
          Connect your directory
        </Title>
        <BaseUrl />
        <Tabs defaultValue={guides[0].name} keepMounted={false}>
          <Tabs.List>
            {guides.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {guides.map(({ name, steps }) => (
            <Tabs.Panel key={name} value={name} pt="md">
              <List type="ordered" size="sm" spacing={6}>
                {steps.map((step) => (
                  <List.Item key={step}>{step}</List.Item>
                ))}
              </List>
            </Tabs.Panel>
          ))}
        </Tabs>
        <Text size="sm" c="dimmed">
          The directory manages people whose address is in a domain that your organization has proven. People
          outside it stay as they are.
        </Text>
      </Stack>
    </Card>
  );
}

function BaseUrl() {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={550}>
        Base URL
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code fz="sm" style={{ overflowWrap: 'anywhere' }} data-testid="scim-base-url">
          {baseUrl}
        </Code>
        <CopyButton value={baseUrl}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? 'Copied' : 'Copy base URL'}>
              <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Copy base URL" onClick={copy}>
                {copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
