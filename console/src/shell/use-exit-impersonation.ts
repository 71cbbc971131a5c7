import { useNavigate } from '@tanstack/react-router';
import { ask, queryClient, useAct } from '../api.ts';

/** Nothing that was fetched as somebody else may stay on the screen. */
export function useExitImpersonation() {
  const navigate = useNavigate();
  return useAct('exitImpersonation', {
    success: 'You are yourself again.',
    onSuccess: async () => {
      queryClient.setQueryData(
        ask('me').queryKey,
        await queryClient.fetchQuery({ ...ask('me'), staleTime: 0 }),
      );
      await navigate({ to: '/admin/users' });
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
    },
  });
}
