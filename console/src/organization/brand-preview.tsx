import { Box, Group, Image, Stack, Text } from '@mantine/core';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { brandText, takesBlackText } from '../ui/palette.ts';

type Props = { scheme: 'light' | 'dark'; name: string; color: string; logoUrl: string | null };

const surfaces = {
  light: { page: '#f7f8fa', card: '#ffffff', line: '#e3e6ea', text: '#1b1f26', soft: '#59616b' },
  dark: { page: '#121419', card: '#181b21', line: '#2d323c', text: '#c2c7d0', soft: '#9aa1ae' },
};
const isHex = (color: string) => /^#[0-9a-f]{6}$/i.test(color);

/** A sign-in page in small, in the colors of either scheme whichever the console itself has. */
export function BrandPreview({ scheme, name, color, logoUrl }: Props) {
  const t = useT();
  const { page, card, line, text, soft } = surfaces[scheme];
  const accent = [color, branding.accentColor].find(isHex) ?? '#3b5bdb';
  const filled = { background: accent, color: takesBlackText(accent) ? '#000000' : '#ffffff' };
  const shown = name || branding.productName;
  return (
    <Box
      component="figure"
      m={0}
      p="md"
      aria-label={t(scheme === 'light' ? 'branding.preview.light' : 'branding.preview.dark')}
      style={{ background: page, border: `1px solid ${line}`, borderRadius: 12, color: text }}
    >
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          {logoUrl ? (
            <Image src={logoUrl} alt="" w="auto" h={24} maw={90} fit="contain" />
          ) : (
            <Box
              aria-hidden="true"
              style={{
                ...filled,
                borderRadius: 6,
                width: 24,
                height: 24,
                textAlign: 'center',
                fontWeight: 700,
              }}
            >
              {[...shown][0]?.toUpperCase()}
            </Box>
          )}
          <Text fw={650} truncate dir="auto" inherit>
            {shown}
          </Text>
        </Group>
        {name && (
          <Text size="xs" style={{ color: soft }}>
            {t('login.service', { product: branding.productName })}
          </Text>
        )}
        <Stack
          gap="xs"
          p="sm"
          ta="center"
          fz="sm"
          style={{ background: card, border: `1px solid ${line}`, borderRadius: 12 }}
        >
          <Box py={6} fw={600} style={{ ...filled, borderRadius: 8 }}>
            {t('action.signIn')}
          </Box>
          <span style={{ color: brandText[scheme](accent) }}>{t('action.createAccount')}</span>
        </Stack>
      </Stack>
    </Box>
  );
}
