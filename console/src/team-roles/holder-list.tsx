import type { TeamRole } from '@latchkey/contract';
import { List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Texts, useT } from '../language/texts.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { type Holders, holdersOf, isHeld } from './holders.ts';
import { askGiven } from './read-given.ts';

/** Who has a role of the caller's organization, and by what: some by name, and how many more. */
export function HolderList({ role }: { role: Pick<TeamRole, 'key' | 'isDefault'> }) {
  const t = useT();
  const found = useQuery(askGiven);
  if (found.isPending) return <Skeleton h={40} />;
  if (!found.data) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  const holders = holdersOf(role, found.data);
  return (
    <>
      {isHeld(holders) ? (
        <List size="sm" spacing={4} withPadding={false} style={{ overflowWrap: 'anywhere' }}>
          {linesOf(holders, t).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">{t('teamRoles.holders.none')}</Text>
      )}
      {holders.read !== undefined && (
        <Text size="sm" c="dimmed">
          {t('teamRoles.holders.partly', { count: holders.read })}
        </Text>
      )}
    </>
  );
}

const namedAtMost = 5;

/** "Ada, Björn and 12 more". */
function namesOf(names: string[], t: Texts): string {
  const more = names.length - namedAtMost;
  const shown =
    more > 0 ? [...names.slice(0, namedAtMost), t('teamRoles.holders.more', { count: more })] : names;
  return new Intl.ListFormat(t.locale).format(shown);
}

function linesOf({ everyone, members, groups, connections, invites }: Holders, t: Texts): string[] {
  const lines = [
    everyone !== undefined && t('teamRoles.holders.everyone', { count: everyone }),
    members.length > 0 &&
      t('teamRoles.holders.given', { count: members.length, names: namesOf(members.map(displayName), t) }),
    groups.length > 0 &&
      t('teamRoles.holders.groups', {
        groups: namesOf(
          groups.map(({ displayName: name, memberCount: count }) =>
            t('teamRoles.holders.group', { name, count }),
          ),
          t,
        ),
      }),
    connections.length > 0 &&
      t('teamRoles.holders.connections', {
        connections: namesOf(
          connections.map(({ name, group }) => t('teamRoles.holders.connection', { name, group })),
          t,
        ),
      }),
    invites > 0 && t('teamRoles.holders.invites', { count: invites }),
  ];
  return lines.filter((line) => line !== false);
}
