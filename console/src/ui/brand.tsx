import { Group, Image, Text, useMantineTheme } from '@mantine/core';
import { branding } from '../branding.ts';

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
