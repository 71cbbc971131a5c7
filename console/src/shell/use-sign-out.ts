import { useNavigate } from '@tanstack/react-router';
import { queryClient, useAct } from '../api.ts';
import { chosenOrganization } from '../client.ts';

export function useSignOut() {
  const navigate = useNavigate();
  return useAct('logout', {
    onSuccess: async () => {
      chosenOrganization.set(undefined);
      await navigate({ to: '/login', search: {} });
      queryClient.clear();
    },
  });
}
