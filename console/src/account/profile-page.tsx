import { Button, Card, Group, SimpleGrid, Stack, TextInput, Title } from '@mantine/core';
import { useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/page.tsx';
import { PictureCard } from './picture-card.tsx';

export function ProfilePage() {
  return (
    <Page title="Profile" description="How others see you, and where we send email.">
      <PictureCard />
      <NamesCard />
    </Page>
  );
}

function NamesCard() {
  const { user, impersonating } = useMe();
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
      email: user.email,
    },
  });
  const moved = form.values.email.trim().toLowerCase() !== user.email;
  return (
    <Card component="section" aria-labelledby="names">
      <form
        noValidate
        onSubmit={form.submit(async ({ firstName, lastName, username, email }) => {
          const names = { firstName, lastName, username: username || null };
          const { user: saved } = await save.mutateAsync({ body: moved ? { ...names, email } : names });
          form.setValues({ ...form.values, email: saved.email });
        })}
      >
        <Stack>
          <Title order={2} id="names">
            Name and email
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
          <TextInput
            label="Email"
            type="email"
            autoComplete="email"
            disabled={impersonating !== null}
            description={
              moved
                ? 'Takes effect right away. We email a link to the new address to verify it, and a notice to the old one.'
                : user.emailVerified
                  ? 'Verified.'
                  : 'Not verified yet. Follow the link we emailed you.'
            }
            {...form.getInputProps('email')}
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
