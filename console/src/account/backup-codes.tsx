import { Alert, Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconCopy, IconDownload, IconKey, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import classes from './backup-codes.module.css';

/** Shown only once. They can leave only after confirming that they saved the codes. */
export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useT();
  const [kept, setKept] = useState(false);
  const text = `${t('account.backupCodes.file', { product: branding.productName })}\n\n${codes.join('\n')}\n`;
  return (
    <Stack className={classes.sheet}>
      <Alert color="yellow" icon={<IconKey size={18} />} title={t('account.backupCodes.keep')}>
        {t('account.backupCodes.keepText')}
      </Alert>
      <SimpleGrid cols={2} spacing="xs" component="ul" className={classes.codes}>
        {codes.map((code) => (
          <Code key={code} component="li" fz="md" ta="center" py={6}>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="sm" className={classes.actions}>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={16} />} onClick={copy}>
              {t(copied ? 'account.backupCodes.copied' : 'account.backupCodes.copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="backup-codes.txt"
          leftSection={<IconDownload size={16} />}
        >
          {t('account.backupCodes.download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('account.backupCodes.print')}
        </Button>
      </Group>
      <Group justify="space-between" className={classes.actions}>
        <Checkbox
          label={t('account.backupCodes.saved')}
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Button disabled={!kept} onClick={onDone}>
          {t('account.backupCodes.done')}
        </Button>
      </Group>
    </Stack>
  );
}
