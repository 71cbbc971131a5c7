import { notifications } from '@mantine/notifications';

/** A short word in the corner. What needs an answer is a dialog or a note in the page, not a toast. */
export function toast(message: string, kind: 'success' | 'error' = 'success') {
  notifications.show({
    message,
    color: kind === 'error' ? 'red' : 'green',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    autoClose: kind === 'error' ? 8000 : 4000,
  });
}
