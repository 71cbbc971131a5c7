import type { ImportedLine } from '@latchkey/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useAct } from '../api.ts';
import { type ImportPart, partsOf } from './import-parts.ts';

/** How far a run is. `error`: why it goes no further; what it did until then stays. */
export type ImportRun = {
  dryRun: boolean;
  lines: ImportedLine[];
  share: number;
  state: 'running' | 'stopped' | 'done';
  error?: unknown;
};

type Progress = {
  parts: ImportPart[];
  next: number;
  lines: ImportedLine[];
  seen: Set<string>;
  dryRun: boolean;
};

/** Sends a table to the service, one part after the other. A run that stopped goes on where it was. */
export function useImport() {
  const queries = useQueryClient();
  const send = useAct('importUsers', { quiet: true });
  const [run, setRun] = useState<ImportRun>();
  const progress = useRef<Progress>(undefined);
  const stopped = useRef(false);

  const show = (at: Progress, more: Pick<ImportRun, 'state'> & { error?: unknown }) => {
    const share = at.parts.length > 0 ? at.next / at.parts.length : 1;
    setRun({ dryRun: at.dryRun, lines: at.lines, share, ...more });
  };

  const proceed = async (at: Progress) => {
    stopped.current = false;
    for (let part = at.parts[at.next]; part; part = at.parts[at.next]) {
      if (stopped.current) return show(at, { state: 'stopped' });
      show(at, { state: 'running' });
      try {
        const query = at.dryRun ? { dryRun: 'true' as const } : {};
        const { lines } = await send.mutateAsync({
          query,
          body: new Blob([part.text], { type: 'text/csv' }),
        });
        // Another file was chosen meanwhile.
        if (progress.current !== at) return;
        at.lines = [...at.lines, ...placed(at, part, lines)];
        at.next++;
      } catch (error) {
        if (progress.current === at) show(at, { state: 'stopped', error });
        return;
      }
    }
    show(at, { state: 'done' });
  };

  const begin = async (table: string, { dryRun }: { dryRun: boolean }) => {
    const at = { parts: partsOf(table), next: 0, lines: [], seen: new Set<string>(), dryRun };
    progress.current = at;
    await settle(at);
  };
  const settle = async (at: Progress) => {
    await proceed(at);
    if (!at.dryRun) await queries.invalidateQueries({ queryKey: ['listUsers'] });
  };

  const stop = () => {
    stopped.current = true;
  };
  const forget = () => {
    stop();
    progress.current = undefined;
    setRun(undefined);
  };
  const goOn = () => progress.current && settle(progress.current);
  return { run, begin, stop, goOn, forget };
}

/** Lines as the file counts them. What was new in an earlier part of a dry run is there by the time of a later one. */
function placed(
  { seen, dryRun }: Progress,
  { before }: ImportPart,
  lines: readonly ImportedLine[],
): ImportedLine[] {
  return lines.map((found) => {
    const line = { ...found, line: found.line + before };
    if (!dryRun || line.outcome !== 'imported' || line.email === null) return line;
    const isRepeated = seen.has(line.email);
    seen.add(line.email);
    return isRepeated ? { ...line, outcome: 'exists' } : line;
  });
}
