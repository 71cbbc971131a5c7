import { DirectionProvider, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from './language/texts.ts';
import { router } from './router.tsx';
import { Solving } from './ui/solving.tsx';
import { cssVariables, themeIn } from './ui/theme.ts';

/** Everything on the page. Mantine follows `<html dir>`, which changes with the language. */
export function App() {
  const t = useT();
  const theme = useMemo(() => themeIn(t), [t]);
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <RouterProvider router={router} />
        <Solving />
      </MantineProvider>
    </DirectionProvider>
  );
}
