import { DestinationsView } from '../destinations/destinations-view.tsx';
import { systemDestinations } from '../destinations/endpoints.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';

export function DestinationsPage() {
  const t = useT();
  const { permissions } = useMe();
  return (
    <DestinationsView
      routes={systemDestinations}
      description={t('destinations.description.service')}
      mayChange={permissions.includes('webhooks:write')}
    />
  );
}
