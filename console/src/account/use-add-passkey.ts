import { registerPasskey } from '@latchkey/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, events } from '../api.ts';
import { useT } from '../language/texts.ts';
import { isChangeOfMind, passkeyMessageOf } from '../ui/passkeys.ts';

/** Creates a passkey with the browser and adds it to the account. A toast reports failures. */
export function useAddPasskey({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useT();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => registerPasskey(api),
    meta: { quiet: true },
    onSuccess: async ({ backupCodes }) => {
      events.toast(t('account.passkeys.added'), 'success');
      if (backupCodes) onCodes(backupCodes);
      await Promise.all(
        ['listPasskeys', 'me'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      );
    },
    onError: (error) => {
      const canceled = 'code' in error && error.code === 'REAUTHENTICATION_REQUIRED';
      if (!canceled && !isChangeOfMind(error)) events.toast(passkeyMessageOf(error), 'error');
    },
  });
}
