import { Alert, Button, FileInput, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Texts, useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { countOf, ImportResult } from './import-result.tsx';
import { type ImportRun, useImport } from './use-import.ts';

const maxMegabytes = 50;
const fields = 'username, firstName, lastName, isActive, emailVerified, passwordHash, createdAt';

/** Accounts from a CSV file: what would happen, line by line, before anything does. */
export default function ImportUsersDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  const runs = useImport();
  const close = () => {
    runs.forget();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={t('users.import.title')} size="lg">
      <ImportForm runs={runs} onClose={close} />
    </Modal>
  );
}

function ImportForm({ runs, onClose }: { runs: ReturnType<typeof useImport>; onClose: () => void }) {
  const t = useT();
  const [file, setFile] = useState<File | null>(null);
  const [table, setTable] = useState('');
  const [fault, setFault] = useState<string>();
  const { run, begin, stop, goOn, forget } = runs;
  const choose = async (chosen: File | null) => {
    forget();
    setFile(chosen);
    setFault(undefined);
    if (!chosen) return;
    const read = await tableIn(chosen, t);
    if ('fault' in read) {
      setFault(read.fault);
      return;
    }
    setTable(read.table);
    await begin(read.table, { dryRun: true });
  };
  const running = run?.state === 'running';
  return (
    <Stack>
      <Text size="sm">{t('users.import.text')}</Text>
      <FileInput
        label={t('users.import.file')}
        description={t('users.import.file.note', { fields })}
        placeholder={t('users.import.choose')}
        accept=".csv,text/csv"
        value={file}
        onChange={(chosen) => void choose(chosen)}
        disabled={running || (run !== undefined && !run.dryRun)}
        error={fault}
        data-autofocus
      />
      {run && <RunState run={run} onGoOn={() => void goOn()} />}
      <Group justify="flex-end">
        {running ? (
          <Button variant="default" onClick={stop}>
            {t('users.import.stop')}
          </Button>
        ) : (
          <Buttons run={run} onImport={() => void begin(table, { dryRun: false })} onClose={onClose} />
        )}
      </Group>
    </Stack>
  );
}

function RunState({ run, onGoOn }: { run: ImportRun; onGoOn: () => void }) {
  const t = useT();
  return (
    <>
      {run.state === 'running' && (
        <Progress value={run.share * 100} aria-label={t('users.import.title')} animated />
      )}
      <ErrorNote error={run.error} onRetry={onGoOn} />
      {run.state === 'stopped' && !run.error && (
        <Alert color="yellow">
          <Text size="sm">{t('users.import.stopped')}</Text>
          <Button mt="sm" size="xs" variant="default" onClick={onGoOn}>
            {t('users.import.goOn')}
          </Button>
        </Alert>
      )}
      {run.state === 'done' && run.lines.length === 0 ? (
        <Alert color="yellow">{t('users.import.empty')}</Alert>
      ) : (
        <ImportResult run={run} />
      )}
    </>
  );
}

type ButtonsProps = { run: ImportRun | undefined; onImport: () => void; onClose: () => void };

function Buttons({ run, onImport, onClose }: ButtonsProps) {
  const t = useT();
  const count = run ? countOf(run.lines, 'imported') : 0;
  if (run && !run.dryRun && run.state === 'done')
    return <Button onClick={onClose}>{t('dialog.done')}</Button>;
  return (
    <>
      <Button variant="default" onClick={onClose}>
        {t('dialog.cancel')}
      </Button>
      {(!run || run.dryRun) && (
        <Button disabled={run?.state !== 'done' || count === 0} onClick={onImport}>
          {t('users.import.submit', { count })}
        </Button>
      )}
    </>
  );
}

async function tableIn(file: File, t: Texts): Promise<{ table: string } | { fault: string }> {
  if (file.size > maxMegabytes * 1_000_000)
    return { fault: t('users.import.tooLarge', { megabytes: maxMegabytes }) };
  try {
    const table = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return /^\s*[{[]/.test(table) ? { fault: t('users.import.notCsv') } : { table };
  } catch {
    return { fault: t('users.import.notUtf8') };
  }
}
