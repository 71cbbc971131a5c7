import { notifications } from '@mantine/notifications';

/** A short message in the corner. Anything that needs an answer belongs in a dialog or a note on the page. */
export function toast(message: string, kind: 'success' | 'error' = 'success') {
  notifications.show({
    message,
    color: kind === 'error' ? 'red' : 'green',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: kind === 'error' ? 8000 : 4000,
  });
}
