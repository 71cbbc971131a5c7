import { Button, Card, Group, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/page.tsx';
import { EmailCard } from './email-card.tsx';
import { PictureCard } from './picture-card.tsx';
import { DeleteAccountCard, YourDataCard } from './your-data-card.tsx';

export function ProfilePage() {
  return (
    <Page title="Profile" description="How others see you, and where we send email.">
      <PictureCard />
      <NamesCard />
      <EmailCard />
      <YourDataCard />
      <DeleteAccountCard />
    </Page>
  );
}

function NamesCard() {
  const { user } = useMe();
  const save = useAct('updateProfile', {
    invalidates: ['me'],
    success: 'Profile saved.',
    quiet: true,
  });
  const form = useApiForm({
    initialValues: {
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
      username: user.username ?? '',
    },
  });
  return (
    <Card component="section" aria-labelledby="names">
      <form
        noValidate
        onSubmit={form.submit(async ({ username, ...names }) => {
          await save.mutateAsync({ body: { ...names, username: username || null } });
          form.resetDirty();
        })}
      >
        <Stack>
          <Title order={2} id="names">
            Name
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="First name" autoComplete="given-name" {...form.getInputProps('firstName')} />
            <TextInput label="Last name" autoComplete="family-name" {...form.getInputProps('lastName')} />
          </SimpleGrid>
          <TextInput
            label="Username"
            description="Optional. Letters, digits, dots, dashes and underscores."
            autoComplete="username"
            {...form.getInputProps('username')}
          />
          <ErrorNote error={form.failure} />
          <Group>
            <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
