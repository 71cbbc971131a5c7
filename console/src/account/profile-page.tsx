import { Button, Card, Group, Stack, TextInput, Title } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { NameFields } from '../ui/name-fields.tsx';
import { Page } from '../ui/page.tsx';
import { EmailCard } from './email-card.tsx';
import { LanguageCard } from './language-card.tsx';
import { PictureCard } from './picture-card.tsx';
import { DeleteAccountCard, YourDataCard } from './your-data-card.tsx';

export function ProfilePage() {
  const t = useT();
  return (
    <Page title={t('account.profile.title')} description={t('account.profile.description')}>
      <PictureCard />
      <NamesCard />
      <EmailCard />
      <LanguageCard />
      <YourDataCard />
      <DeleteAccountCard />
    </Page>
  );
}

function NamesCard() {
  const t = useT();
  const { user } = useMe();
  const save = useAct('updateProfile', {
    invalidates: ['me'],
    success: t('account.profile.saved'),
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
            {t('account.profile.name')}
          </Title>
          <NameFields form={form} cols={{ base: 1, sm: 2 }} />
          <TextInput
            label={t('field.username')}
            description={t('account.profile.usernameText')}
            autoComplete="username"
            {...form.getInputProps('username')}
          />
          <ErrorNote error={form.failure} />
          <Group>
            <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
              {t('account.profile.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}
