import { DestinationsView } from '../destinations/destinations-view.tsx';
import { organizationDestinations } from '../destinations/endpoints.ts';
import { useT } from '../language/texts.ts';

export function DestinationsPage() {
  const t = useT();
  return (
    <DestinationsView
      routes={organizationDestinations}
      description={t('destinations.description.organization')}
      mayChange
    />
  );
}
