import { inWords } from '@latchkey/contract';
import type { Sql } from '../../platform/db/sql.ts';
import { findNodes, type HeardNode } from '../../runtime/node-store.ts';
import { clockFinding } from './clock.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** Three times the pause between two signs of life. */
const silentSeconds = 45;

/** Compares the nodes that run: versions, clocks, settings, and fingerprints of secrets. */
export async function examineNodes(sql: Sql): Promise<Finding[]> {
  const heard = await findNodes(sql);
  const running = heard.filter((node) => node.silentSeconds < silentSeconds);
  if (running.length === 0)
    return [warning('cluster', 'No node is running.', 'Start the service; a node is seen within seconds.')];
  const found = [
    ...heard.flatMap((node) => aboutSilence(node, running)),
    ...aboutVersions(running),
    ...running.flatMap(aboutClock),
    ...differences(running, 'settings'),
    ...differences(running, 'fingerprints'),
  ];
  if (found.length > 0) return found;
  const [first, ...others] = running;
  const all = `version ${first?.version} on ${namesOf(running)}`;
  return [ok('cluster', others.length > 0 ? `${running.length} nodes agree: ${all}.` : `One node: ${all}.`)];
}

/** A node that stopped in good order left no row, and one that was started again replaces it. */
function aboutSilence(node: HeardNode, running: HeardNode[]): Finding[] {
  if (running.includes(node) || running.some(({ name }) => name === node.name)) return [];
  const minutes = Math.max(1, Math.round(node.silentSeconds / 60));
  return [
    warning(
      'cluster',
      `${node.name} was last heard from ${inWords(minutes, 'minute')} ago, and didn't stop in good order.`,
      'Start it again, or leave it: it is forgotten after an hour.',
    ),
  ];
}

function aboutVersions(nodes: HeardNode[]): Finding[] {
  const versions = groupBy(nodes, ({ version }) => version);
  if (versions.size === 1) return [];
  const each = [...versions].map(([version, some]) => `${version} on ${namesOf(some)}`);
  return [
    warning(
      'cluster',
      `Versions differ: ${each.join('; ')}.`,
      'Finish the upgrade on the nodes that are behind.',
    ),
  ];
}

function aboutClock({ name, clockAheadMs, uncertainMs }: HeardNode): Finding[] {
  // What a slow answer may have added says nothing about the clock.
  const surely = Math.sign(clockAheadMs) * Math.max(0, Math.abs(clockAheadMs) - uncertainMs);
  const found = clockFinding('cluster', { whose: name, aheadSeconds: surely / 1000 });
  return found ? [found] : [];
}

function differences(nodes: HeardNode[], kind: 'settings' | 'fingerprints'): Finding[] {
  const variables = new Set(nodes.flatMap((node) => Object.keys(node[kind])));
  return [...variables].flatMap((variable) => {
    const values = groupBy(nodes, (node) => node[kind][variable] ?? null);
    if (values.size === 1) return [];
    const isTold = kind === 'settings';
    return [
      fault(
        'cluster',
        `${variable} differs: ${inParts(values, isTold)}.`,
        `Give all nodes the same ${variable.replace('*', '… variables')}, and restart those that change.`,
      ),
    ];
  });
}

/** Which nodes have which value, without the value itself unless it may be told. */
function inParts(values: Map<string | null, HeardNode[]>, isTold: boolean): string {
  let seen = 0;
  const parts = [...values].map(([value, some]) => {
    if (value === null) return `not set on ${namesOf(some)}`;
    const word = seen++ === 0 ? 'one value' : 'another';
    return `${isTold ? value : word} on ${namesOf(some)}`;
  });
  return parts.join('; ');
}

function groupBy<Value>(nodes: HeardNode[], choose: (node: HeardNode) => Value): Map<Value, HeardNode[]> {
  const groups = new Map<Value, HeardNode[]>();
  for (const node of nodes) groups.set(choose(node), [...(groups.get(choose(node)) ?? []), node]);
  return groups;
}

const namesOf = (nodes: HeardNode[]) => nodes.map(({ name }) => name).join(', ');
