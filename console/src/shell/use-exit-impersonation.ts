import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { changePerson } from './change-person.ts';

export function useExitImpersonation() {
  const t = useT();
  const navigate = useNavigate();
  return useAct('exitImpersonation', {
    success: t('impersonation.stopped'),
    onSuccess: () => changePerson(() => navigate({ to: '/admin/users' })),
  });
}
