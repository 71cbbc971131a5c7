import { useMe } from '../shell/me.ts';
import { systemWebhooks } from '../webhooks/endpoints.ts';
import { WebhooksView } from '../webhooks/webhooks-view.tsx';

export function WebhooksPage() {
  const { permissions } = useMe();
  return (
    <WebhooksView
      routes={systemWebhooks}
      description="Tell your systems what happens in the service, in every organization."
      mayChange={permissions.includes('webhooks:write')}
    />
  );
}
