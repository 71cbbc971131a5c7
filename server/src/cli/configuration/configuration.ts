import { rmSync, writeFileSync } from 'node:fs';
import { sequenceEvents } from '../../features/webhooks/sequence-events.ts';
import type { Config } from '../../platform/config/config.ts';
import { isOwnName } from '../../platform/config/unknown-names.ts';
import { patiently, transact } from '../../platform/db/transact.ts';
import { type Report, UsageError } from '../output.ts';
import { withDeps } from '../with-deps.ts';
import { type Change, changesBetween, describeChanges, summaryOf } from './changes.ts';
import { lockConfiguration } from './configuration-store.ts';
import { type Content, readContent, told } from './content.ts';
import { contextIn, stateIn } from './context.ts';
import { readItems } from './items.ts';
import { perform, type Secret } from './perform.ts';

export type ConfigurationOptions = { file: string; prune?: boolean; secretsTo?: string };
type Values = Record<string, string | undefined>;
type Outcome = { changes: Change[]; secrets: Secret[] };

/** Makes the changes and takes them back, so it tells what the service's own rules make of them. */
export async function planConfiguration(
  config: Config,
  values: Values,
  options: ConfigurationOptions,
): Promise<Report> {
  const undo = (outcome: Outcome) => {
    throw new Undone(outcome);
  };
  const { changes } = await carryOut(config, values, options, undo).catch((error) => {
    if (error instanceof Undone) return error.outcome;
    throw error;
  });
  const words = { create: 'to create', update: 'to change', delete: 'to delete' };
  const text = [...describeChanges(changes), summaryOf(changes, words)].join('\n');
  return { text, json: { changes }, exitCode: changes.length > 0 ? 2 : 0 };
}

/** Carries the outcome out of a transaction that is rolled back. */
class Undone extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('undone');
    this.outcome = outcome;
  }
}

export async function applyConfiguration(
  config: Config,
  values: Values,
  options: ConfigurationOptions,
): Promise<Report> {
  const { secretsTo } = options;
  const kept: string[] = [];
  const { changes, secrets } = await carryOut(config, values, options, ({ secrets }) => {
    if (secretsTo === undefined || secrets.length === 0) return;
    writeSecrets(secretsTo, secrets);
    kept.push(secretsTo);
  }).catch((error) => {
    for (const file of kept) rmSync(file, { force: true });
    throw error;
  });
  const words = { create: 'created', update: 'changed', delete: 'deleted' };
  const lines = [...describeChanges(changes), summaryOf(changes, words)];
  const shown = kept.length > 0 ? [] : secrets;
  return { text: [...lines, ...linesOfSecrets(shown)].join('\n'), json: { changes, secrets: shown } };
}

/** Before the commit: a secret that couldn't be kept would be lost. */
function writeSecrets(file: string, secrets: Secret[]): void {
  try {
    writeFileSync(file, `${JSON.stringify({ secrets }, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST'
        ? `${file} is there already. Name a new file for the secrets.`
        : `${file} cannot be written (${code}).`,
    );
  }
}

/** One file at a time, in one transaction. `finish` is the last thing in it, once everything is as the file asks. */
function carryOut(
  config: Config,
  values: Values,
  { file, prune = false }: ConfigurationOptions,
  finish: (outcome: Outcome) => void,
): Promise<Outcome> {
  const providers = config.knownProviders.filter((each) => each !== 'google' && each !== 'github');
  const variables = { values, isOwn: (name: string) => isOwnName(name, providers) };
  return withDeps(config, (deps) =>
    // Webhooks that are made now don't get what happened before.
    sequenceEvents(deps).then(() =>
      patiently(deps.sql, (sql) =>
        transact({ ...deps, sql }, async (tx) => {
          await lockConfiguration(tx);
          // Read anew each time: what is wrong with it is found on the way.
          const content = readContent(file, variables);
          const context = contextIn(deps, config, tx);
          const wanted = readItems(content);
          const names = Object.keys(content.top.value);
          const before = await stateIn(context, names);
          const secrets = await perform({ context, content, wanted, prune });
          if (content.faults.length > 0) throw new UsageError(faultsIn(content));
          const outcome = {
            changes: changesBetween(before, await stateIn(context, names), wanted.items),
            secrets,
          };
          finish(outcome);
          return outcome;
        }),
      ),
    ),
  );
}

function faultsIn({ file, faults }: Content): string {
  const lines = faults.toSorted((one, other) => one.line - other.line);
  const texts = lines.map(({ line, path, reason }) => `${file}:${line}: ${told(path)}: ${reason}`);
  return [...new Set(texts)].join('\n');
}

function linesOfSecrets(secrets: Secret[]): string[] {
  if (secrets.length === 0) return [];
  const lines = secrets.flatMap(({ kind, key, ...shown }) => [
    `${kind} ${key}`,
    ...Object.entries(shown).map(([name, value]) => `    ${name}: ${value}`),
  ]);
  return ['', 'Keep these now. They are never shown again:', ...lines];
}
