import { organizationPolicy, PolicyView } from '../policies/policy-view.tsx';
import { useMe } from '../shell/me.ts';

export function PolicyPage() {
  const { organization, impersonating } = useMe();
  return (
    <PolicyView
      routes={organizationPolicy}
      description="What your organization asks of its members. It adds to what the service asks of everyone."
      mayChange={organization?.role === 'OWNER' && impersonating === null}
    />
  );
}
