import type { Input } from '@latchkey/sdk';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { api, events, messageOf } from '../api.ts';
import { downloadCsv } from './audit-csv.ts';

const exportLimit = 10_000;

/** Up to ten thousand entries, turned into a file here. */
export function AuditExport({ filters }: { filters: Input<'listAuditLogs'>['query'] }) {
  const [pending, setPending] = useState(false);
  const download = async () => {
    setPending(true);
    try {
      const query = { ...filters, export: 'true' as const, limit: exportLimit };
      const { logs, total } = await api.listAuditLogs({ query });
      downloadCsv(logs);
      if (total > logs.length)
        events.toast(
          `The file has the newest ${logs.length.toLocaleString()} of ${total.toLocaleString()} entries.`,
          'success',
        );
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
      Export CSV
    </Button>
  );
}
