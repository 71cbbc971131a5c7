import type { Settings } from '@latchkey/contract';
import { Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useT } from '../language/texts.ts';

/** The few facts that an operator asks for first. */
export function SetUp({ settings: { signInMethods, providers, versions } }: { settings: Settings }) {
  const t = useT();
  const asList = new Intl.ListFormat(t.locale, { type: 'unit' });
  const ways = asList.format(signInMethods.map((way) => t(`settings.ways.${way}`)));
  const facts: [string, string][] = [
    [t('settings.signIn'), ways],
    [t('settings.providers'), asList.format(providers.map(({ label }) => label)) || t('settings.none')],
    [t('settings.version'), versions.service],
    ['PostgreSQL', versions.database],
    ['Node.js', versions.node],
  ];
  return (
    <Card>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} component="dl" m={0}>
        {facts.map(([label, value]) => (
          <Stack key={label} gap={2}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" m={0} className="numbers">
              {value}
            </Text>
          </Stack>
        ))}
      </SimpleGrid>
    </Card>
  );
}
