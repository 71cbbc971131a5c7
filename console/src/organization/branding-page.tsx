import type { OrganizationBranding } from '@latchkey/contract';
import {
  Button,
  Card,
  ColorInput,
  Group,
  MantineThemeProvider,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { branding as service } from '../branding.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ImageButtons } from '../ui/image-buttons.tsx';
import { Page } from '../ui/page.tsx';
import { RowsSkeleton } from '../ui/rows-skeleton.tsx';
import { BrandPreview } from './brand-preview.tsx';

export function BrandingPage() {
  const t = useT();
  const current = useQuery(ask('getBranding'));
  const branding = current.data?.branding;
  return (
    <Page
      title={t('branding.title')}
      description={t('branding.description', { product: service.productName })}
    >
      {current.isPending && <RowsSkeleton rows={3} height={72} />}
      <ErrorNote error={current.error} onRetry={() => void current.refetch()} />
      {branding && <Look branding={branding} />}
      {branding && <LogoCard branding={branding} />}
    </Page>
  );
}

/** The input itself has no property for the labels of its picker. */
const pickerIn = (t: Texts) => ({
  components: {
    ColorPicker: {
      defaultProps: { saturationLabel: t('branding.color.saturation'), hueLabel: t('branding.color.hue') },
    },
  },
});

/** What is typed shows in the preview at once, and on the pages once it is saved. */
function Look({ branding }: { branding: OrganizationBranding }) {
  const t = useT();
  const save = useAct('updateBranding', {
    invalidates: ['getBranding'],
    success: t('branding.saved'),
    quiet: true,
  });
  const form = useApiForm({
    initialValues: { displayName: branding.displayName ?? '', accentColor: branding.accentColor ?? '' },
  });
  const { displayName, accentColor } = form.values;
  return (
    <Card component="section" aria-labelledby="look">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <form
          noValidate
          onSubmit={form.submit(async (values) => {
            const body = {
              displayName: values.displayName.trim() || null,
              accentColor: values.accentColor || null,
            };
            await save.mutateAsync({ body });
            form.resetDirty();
          })}
        >
          <Stack>
            <Title order={2} id="look">
              {t('branding.look')}
            </Title>
            <TextInput
              label={t('branding.displayName')}
              description={t('branding.displayName.description')}
              {...form.getInputProps('displayName')}
            />
            <MantineThemeProvider theme={pickerIn(t)} inherit>
              <ColorInput
                label={t('branding.color')}
                description={t('branding.color.description')}
                format="hex"
                eyeDropperButtonProps={{ 'aria-label': t('branding.color.screen') }}
                // In a portal, it would be outside of the page's landmarks.
                popoverProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
                {...form.getInputProps('accentColor')}
              />
            </MantineThemeProvider>
            <ErrorNote error={form.failure} />
            <Group>
              <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
                {t('organization.save')}
              </Button>
            </Group>
          </Stack>
        </form>
        <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'start' }}>
          {(['light', 'dark'] as const).map((scheme) => (
            <BrandPreview
              key={scheme}
              scheme={scheme}
              name={displayName.trim()}
              color={accentColor}
              logoUrl={branding.logoUrl && `${branding.logoUrl}?${branding.updatedAt}`}
            />
          ))}
        </SimpleGrid>
      </SimpleGrid>
    </Card>
  );
}

function LogoCard({ branding }: { branding: OrganizationBranding }) {
  const t = useT();
  const save = useAct('putLogo', { invalidates: ['getBranding'], success: t('branding.logo.saved') });
  const remove = useAct('deleteLogo', { invalidates: ['getBranding'], success: t('branding.logo.removed') });
  return (
    <Card component="section" aria-labelledby="logo">
      <Group justify="space-between">
        <Stack gap={4} flex={1} miw={200}>
          <Title order={2} id="logo">
            {t('branding.logo')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('branding.logo.formats')}
          </Text>
        </Stack>
        <ImageButtons
          hasImage={branding.logoUrl !== null}
          labels={{
            upload: t('branding.logo.upload'),
            replace: t('branding.logo.replace'),
            remove: t('branding.logo.remove'),
          }}
          save={save}
          remove={remove}
        />
      </Group>
    </Card>
  );
}
