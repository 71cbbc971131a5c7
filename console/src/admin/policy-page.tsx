import { PolicyView, systemPolicy } from '../policies/policy-view.tsx';
import { useMe } from '../shell/me.ts';

export function PolicyPage() {
  const { permissions } = useMe();
  return (
    <PolicyView
      routes={systemPolicy}
      description="What the service asks of everyone. Organizations can ask for more, never for less."
      mayChange={permissions.includes('policies:write')}
    />
  );
}
