import {
  ActionIcon,
  Anchor,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  NumberInput,
  PasswordInput,
  PinInput,
  Radio,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Tabs,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Advanced } from '../../console/src/ui/advanced.tsx';
import { CopyField } from '../../console/src/ui/copy-field.tsx';
import { FormButtons } from '../../console/src/ui/form-buttons.tsx';
import { SearchInput } from '../../console/src/ui/search-input.tsx';
import { Section } from '../../console/src/ui/section.tsx';

const words = ['Member', 'Admin', 'Owner'];
const nothing = () => {};

export function Controls() {
  return (
    <>
      <Section title="Buttons">
        <Group gap="sm">
          <Button>Filled</Button>
          <Button variant="default">Default</Button>
          <Button color="red.9">Destroys</Button>
          <Button variant="subtle">Subtle</Button>
          <Button disabled>Disabled</Button>
          <Button loading>Loading</Button>
          <Button size="xs" variant="default">
            In a row
          </Button>
          <ActionIcon variant="subtle" color="gray" aria-label="Copy">
            <IconCopy size={16} />
          </ActionIcon>
          <Anchor href="#">Link</Anchor>
        </Group>
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title="Fields">
          <Fields />
        </Section>
        <Section title="Choices">
          <Choices />
        </Section>
      </SimpleGrid>
    </>
  );
}

function Fields() {
  return (
    <form>
      <Stack>
        <TextInput label="Name" description="People see it when they sign in." defaultValue="Otter" />
        <TextInput label="Email" defaultValue="nowhere" error="Enter an email address." />
        <TextInput label="Off" disabled defaultValue="Can't be changed" />
        <PasswordInput label="Password" defaultValue="secret" />
        <Textarea label="Redirect URIs" placeholder="https://app.example.com/callback" rows={2} />
        <NumberInput label="Minutes" defaultValue={15} />
        <SearchInput label="Search" value="" onChange={nothing} />
        <CopyField label="Client ID" value="7f3d-otter" />
        <Advanced>
          <TextInput label="More" />
        </Advanced>
        <FormButtons label="Save" submitting={false} onCancel={nothing} />
      </Stack>
    </form>
  );
}

function Choices() {
  return (
    <Stack>
      <Select label="Role" data={words} defaultValue="Member" />
      <NativeSelect label="Language" data={words} />
      <MultiSelect label="Roles" data={words} defaultValue={['Member', 'Admin']} />
      <TagsInput label="Scopes" defaultValue={['orders:read']} />
      <Checkbox label="Keep me signed in" defaultChecked />
      <Switch label="On" description="What it does." defaultChecked />
      <Radio.Group label="Kind" defaultValue="Member">
        <Stack gap="xs" mt="xs">
          {words.map((word) => (
            <Radio key={word} value={word} label={word} description={`What ${word} means.`} />
          ))}
        </Stack>
      </Radio.Group>
      <SegmentedControl data={words} aria-label="Scope" />
      <PinInput length={6} aria-label="Code" />
      <Tabs defaultValue="Member">
        <Tabs.List>
          {words.map((word) => (
            <Tabs.Tab key={word} value={word}>
              {word}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    </Stack>
  );
}
