import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { systemWebhooks } from '../webhooks/endpoints.ts';
import { WebhooksView } from '../webhooks/webhooks-view.tsx';

export function WebhooksPage() {
  const t = useT();
  const { permissions } = useMe();
  return (
    <WebhooksView
      routes={systemWebhooks}
      description={t('webhooks.description.service')}
      mayChange={permissions.includes('webhooks:write')}
    />
  );
}
