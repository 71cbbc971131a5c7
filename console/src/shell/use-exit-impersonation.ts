import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { changePerson } from './change-person.ts';

const key = 'latchkey-impersonated-from';

/** Where an administrator goes back to, in this tab: with their search, and the user still open. */
export const impersonatedFrom = {
  keep: () => sessionStorage.setItem(key, window.location.pathname + window.location.search),
  take() {
    const kept = sessionStorage.getItem(key) ?? '/admin/users';
    sessionStorage.removeItem(key);
    return kept;
  },
};

export function useExitImpersonation() {
  const t = useT();
  const navigate = useNavigate();
  return useAct('exitImpersonation', {
    success: t('impersonation.stopped'),
    onSuccess: () => changePerson(() => navigate({ href: impersonatedFrom.take() })),
  });
}
