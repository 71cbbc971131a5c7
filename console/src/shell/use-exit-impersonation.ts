import { useNavigate } from '@tanstack/react-router';
import { useAct } from '../api.ts';
import { changePerson } from './change-person.ts';

export function useExitImpersonation() {
  const navigate = useNavigate();
  return useAct('exitImpersonation', {
    success: 'You stopped impersonating.',
    onSuccess: () => changePerson(() => navigate({ to: '/admin/users' })),
  });
}
