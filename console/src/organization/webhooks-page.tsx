import { useT } from '../language/texts.ts';
import { organizationWebhooks } from '../webhooks/endpoints.ts';
import { WebhooksView } from '../webhooks/webhooks-view.tsx';

export function WebhooksPage() {
  const t = useT();
  return (
    <WebhooksView
      routes={organizationWebhooks}
      description={t('webhooks.description.organization')}
      mayChange
    />
  );
}
