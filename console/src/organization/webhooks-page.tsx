import { organizationWebhooks } from '../webhooks/endpoints.ts';
import { WebhooksView } from '../webhooks/webhooks-view.tsx';

export function WebhooksPage() {
  return (
    <WebhooksView
      routes={organizationWebhooks}
      description="Tell your own systems what happens in your organization."
      mayChange
    />
  );
}
