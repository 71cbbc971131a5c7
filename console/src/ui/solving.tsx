import { Box, Paper, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useSolving } from '../challenge.ts';
import { chosenLocale, useT } from '../language/texts.ts';

const WidgetDialog = lazy(() => import('./widget-dialog.tsx'));

/** Says that the page computes something before it goes on, and how far it is. Readers hear it once. */
export function Solving() {
  const t = useT();
  const solving = useSolving();
  const percent = new Intl.NumberFormat(chosenLocale(), { style: 'percent' });
  return (
    <>
      <Box
        role="status"
        pos="fixed"
        bottom={24}
        left={0}
        right={0}
        style={{ zIndex: 400, pointerEvents: 'none' }}
      >
        {solving?.by === 'page' && (
          <Paper withBorder shadow="md" px="md" py="xs" mx="auto" w="fit-content" maw="90vw">
            <Text size="sm">
              {t('challenge.solving')}{' '}
              <Text span inherit className="numbers" aria-hidden>
                {percent.format(solving.share)}
              </Text>
            </Text>
          </Paper>
        )}
      </Box>
      {solving?.by === 'person' && (
        <Suspense>
          <WidgetDialog {...solving} />
        </Suspense>
      )}
    </>
  );
}
