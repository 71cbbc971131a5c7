import { useT } from '../language/texts.ts';
import { organizationPolicy, PolicyView } from '../policies/policy-view.tsx';
import { useMe } from '../shell/me.ts';

export function PolicyPage() {
  const t = useT();
  const { organization, impersonating } = useMe();
  return (
    <PolicyView
      routes={organizationPolicy}
      description={t('policy.description.organization')}
      mayChange={organization?.role === 'OWNER' && impersonating === null}
    />
  );
}
