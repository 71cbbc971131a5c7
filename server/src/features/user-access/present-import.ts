import type { ImportedLine } from '@latchkey/contract';
import type { Texts } from '../../platform/languages/texts.ts';
import { describeFaults } from '../users/import/candidate.ts';
import type { ToldRecord } from '../users/import/import-records.ts';

/** What became of an upload, in the reader's language. */
export function presentImport(told: readonly ToldRecord[], { say }: Texts) {
  const count = (wanted: ImportedLine['outcome']) => told.filter(({ outcome }) => outcome === wanted).length;
  return {
    imported: count('imported'),
    alreadyThere: count('exists'),
    refused: count('refused'),
    lines: told.map(({ line, email, outcome, faults }) => ({
      line,
      email,
      outcome,
      reason: faults.length > 0 ? describeFaults(faults, say) : null,
    })),
  };
}
