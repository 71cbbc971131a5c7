import { Alert, Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconCopy, IconDownload, IconKey, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { branding } from '../branding.ts';
import classes from './backup-codes.module.css';

/** Shown only once. They can leave only after confirming that they saved the codes. */
export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false);
  const text = `${branding.productName} backup codes\n\n${codes.join('\n')}\n`;
  return (
    <Stack className={classes.sheet}>
      <Alert color="yellow" icon={<IconKey size={18} />} title="Keep these somewhere safe">
        Each code signs you in once if you don't have your authenticator app or passkey. We won't show them
        again.
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
              {copied ? 'Copied' : 'Copy'}
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
          Download
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Group justify="space-between" className={classes.actions}>
        <Checkbox
          label="I saved these codes"
          checked={kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <Button disabled={!kept} onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
