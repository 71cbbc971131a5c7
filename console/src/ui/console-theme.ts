import { createTheme } from '@mantine/core';

/** Read where all sizes are: `tokens.css`. */
const motion = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--motion'));
const transitionProps = { duration: motion };

/** How components behave behind the sign-in. What they look like is in `tokens.css` and `components.css`. */
export const consoleTheme = createTheme({
  components: {
    Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
    Card: { defaultProps: { withBorder: true, padding: 'lg', radius: 'lg' } },
    Drawer: { defaultProps: { transitionProps } },
    // Without an element in the menu that has no role.
    Menu: { defaultProps: { transitionProps, shadow: 'md', withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { overlayProps: { backgroundOpacity: 0.45, blur: 2 }, transitionProps } },
    Table: { defaultProps: { verticalSpacing: 4, horizontalSpacing: 'md', highlightOnHover: true } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true, transitionProps } },
  },
});
