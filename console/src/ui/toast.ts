import { notifications } from '@mantine/notifications';
import { t } from '../language/texts.ts';

/** A short message in the corner. Anything that needs an answer belongs in a dialog or a note on the page. */
export function toast(message: string, kind: 'success' | 'error' = 'success') {
  notifications.show({
    message,
    color: kind === 'error' ? 'red' : 'green',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('toast.dismiss') },
    autoClose: kind === 'error' ? 8000 : 4000,
  });
}
