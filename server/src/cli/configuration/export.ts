import { stringify } from 'yaml';
import type { Config } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { snapshot } from '../../platform/db/transact.ts';
import type { Report } from '../output.ts';
import { withDeps } from '../with-deps.ts';
import { isMapping } from './content.ts';
import { contextIn, stateIn } from './context.ts';
import { escaped } from './references.ts';
import type { Section, Thing } from './section.ts';
import { sections } from './sections.ts';

/** As a file that `plan` finds nothing to change in. It holds no secrets. */
export async function exportConfiguration(config: Config): Promise<Report> {
  return withDeps(config, async (deps) => {
    const names = Object.keys(sections);
    const state = await snapshot(deps.sql, (tx) => stateIn(contextIn(deps, config, tx as Tx), names));
    const json = Object.fromEntries(
      [...state].map(([name, things]) => [name, written(sections[name], things)]),
    );
    return { text: stringify(json, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd(), json };
  });
}

function written(section: Section | undefined, things: Thing[]): unknown {
  const { as, key = '', builtIn, parts } = section ?? {};
  const fieldsOf = ({ fields, builtIn: isBuiltIn }: Thing) => {
    const shown = Object.entries(fields)
      .filter(([name]) => !isBuiltIn || builtIn?.fields.includes(name))
      .map(([name, value]) => [name, name === parts?.of ? withoutSealed(value, parts.sealed) : value]);
    return escapedIn(Object.fromEntries(shown)) as object;
  };
  if (as === 'list') return things.map((thing) => ({ [key]: escaped(thing.key), ...fieldsOf(thing) }));
  const byKey = Object.fromEntries(things.map((thing) => [thing.key, fieldsOf(thing)]));
  return as === 'map' ? byKey : Object.values(byKey)[0];
}

function withoutSealed(value: unknown, sealed: readonly string[]): unknown {
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => !sealed.includes(part)));
}

/** A text that people wrote names no variable. */
function escapedIn(value: unknown): unknown {
  if (typeof value === 'string') return escaped(value);
  if (Array.isArray(value)) return value.map(escapedIn);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, escapedIn(each)]));
}
