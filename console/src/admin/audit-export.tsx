import type { Input } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api, events, messageOf } from '../api.ts';
import { useT } from '../language/texts.ts';
import { downloadCsv } from './audit-csv.ts';

const exportLimit = 10_000;

/** Up to ten thousand entries, turned into a file here. */
export function AuditExport({ filters }: { filters: Input<'listAuditLogs'>['query'] }) {
  const t = useT();
  const [pending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    try {
      const query = { ...filters, export: 'true' as const, limit: exportLimit };
      const { logs, total } = await api.listAuditLogs({ query });
      downloadCsv(logs);
      if (total > logs.length)
        events.toast(t('audit.export.newest', { count: logs.length, total }), 'success');
    } catch (error) {
      events.toast(messageOf(error), 'error');
    } finally {
      setPending(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={pending}
      onClick={() => void download()}
    >
      {t('audit.export')}
    </Button>
  );
}
