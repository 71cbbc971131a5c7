import { Center, Group, Image, Stack, Text, useMantineTheme } from '@mantine/core';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';

/** The product's mark and name, as configured. */
export function Brand({ size = 28 }: { size?: number }) {
  return (
    <Group gap="sm" wrap="nowrap">
      {branding.logoUrl ? (
        <Image src={branding.logoUrl} alt="" w="auto" h={size} maw={120} fit="contain" />
      ) : (
        <Mark size={size} />
      )}
      <Text fw={650} size={size > 30 ? 'lg' : 'md'} truncate>
        {branding.productName}
      </Text>
    </Group>
  );
}

/** The organization's mark and name on its sign-in pages, and below them the service that they are part of. */
export function SignInBrand() {
  const t = useT();
  const { organization, productName } = branding;
  if (!organization?.displayName) return <Brand size={32} />;
  const { displayName, logoUrl } = organization;
  return (
    <Stack gap={2}>
      <Group gap="sm" wrap="nowrap">
        {logoUrl ? (
          <Image src={logoUrl} alt="" w="auto" h={32} maw={120} fit="contain" />
        ) : (
          <Initial name={displayName} />
        )}
        <Text fw={650} size="lg" truncate dir="auto">
          {displayName}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {t('login.service', { product: productName })}
      </Text>
    </Stack>
  );
}

function Initial({ name }: { name: string }) {
  const { primaryColor } = useMantineTheme();
  return (
    <Center
      w={32}
      h={32}
      fw={700}
      aria-hidden="true"
      bg={`var(--mantine-color-${primaryColor}-filled)`}
      c="var(--mantine-primary-color-contrast)"
      style={{ borderRadius: 8, flexShrink: 0 }}
    >
      {[...name][0]?.toUpperCase()}
    </Center>
  );
}

function Mark({ size }: { size: number }) {
  const { primaryColor } = useMantineTheme();
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" style={{ flexShrink: 0 }}>
      <rect width="32" height="32" rx="8" fill={`var(--mantine-color-${primaryColor}-filled)`} />
      <g
        fill="none"
        stroke="var(--mantine-primary-color-contrast)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="12" cy="12" r="4.6" />
        <path d="M15.4 15.4 24 24m-3.6-3.6 2.6-2.6" />
      </g>
    </svg>
  );
}
