import { Box, Paper, Text } from '@mantine/core';
import { useSolving } from '../challenge.ts';
import { chosenLocale, useT } from '../language/texts.ts';

/** Says that the page computes something before it goes on, and how far it is. Readers hear it once. */
export function Solving() {
  const t = useT();
  const share = useSolving();
  const percent = new Intl.NumberFormat(chosenLocale(), { style: 'percent' });
  return (
    <Box
      role="status"
      pos="fixed"
      bottom={24}
      left={0}
      right={0}
      style={{ zIndex: 400, pointerEvents: 'none' }}
    >
      {share !== undefined && (
        <Paper withBorder shadow="md" px="md" py="xs" mx="auto" w="fit-content" maw="90vw">
          <Text size="sm">
            {t('challenge.solving')}{' '}
            <Text span inherit className="numbers" aria-hidden>
              {percent.format(share)}
            </Text>
          </Text>
        </Paper>
      )}
    </Box>
  );
}
