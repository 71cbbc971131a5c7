import { useT } from '../language/texts.ts';
import { PolicyView, systemPolicy } from '../policies/policy-view.tsx';
import { useMe } from '../shell/me.ts';

export function PolicyPage() {
  const t = useT();
  const { permissions } = useMe();
  return (
    <PolicyView
      routes={systemPolicy}
      description={t('policy.description.service')}
      mayChange={permissions.includes('policies:write')}
    />
  );
}
