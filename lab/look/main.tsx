import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '../../console/src/ui/tokens.css';
import '../../console/src/ui/base.css';
import '../../console/src/ui/components.css';
import '../../console/testing/english.ts';
import { AppShell, DirectionProvider, MantineProvider, MantineThemeProvider, Stack } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { useT } from '../../console/src/language/texts.ts';
import { consoleTheme } from '../../console/src/ui/console-theme.ts';
import { cssVariables, themeIn } from '../../console/src/ui/theme.ts';
import { Controls } from './controls.tsx';
import { Lists } from './lists.tsx';
import { States } from './states.tsx';

/** Every component of the console on one page. */
function Look() {
  const t = useT();
  return (
    <DirectionProvider>
      <MantineProvider
        theme={themeIn(t, '#3b5bdb')}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
      >
        <MantineThemeProvider theme={consoleTheme}>
          <AppShell>
            <AppShell.Main>
              <Stack gap="lg" p="lg">
                <h1>Look</h1>
                <Controls />
                <States />
                <Lists />
              </Stack>
            </AppShell.Main>
          </AppShell>
        </MantineThemeProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

const place = document.getElementById('root');
if (place) createRoot(place).render(<Look />);
