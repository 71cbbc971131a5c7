import type { Connection, DirectoryGroup, Invite, Member, TeamRole } from '@latchkey/contract';

/** What is known of an organization when it comes to who has a role. */
export type Given = {
  members: Member[];
  /** With those that weren't read. */
  memberCount: number;
  groups: DirectoryGroup[];
  connections: Connection[];
  invites: Invite[];
};

export type Holders = {
  /** By default: this many members, which is all. */
  everyone: number | undefined;
  members: Member[];
  groups: DirectoryGroup[];
  connections: { id: string; name: string; group: string }[];
  invites: number;
  /** Only so many members were read, if not all. */
  read: number | undefined;
};

export function holdersOf({ key, isDefault }: Pick<TeamRole, 'key' | 'isDefault'>, given: Given): Holders {
  const has = ({ roles }: { roles: string[] }) => roles.includes(key);
  const { members, memberCount } = given;
  return {
    everyone: isDefault ? memberCount : undefined,
    members: members.filter(has),
    groups: given.groups.filter(has),
    connections: given.connections.flatMap(({ id, name, groupRoles }) =>
      groupRoles.filter(has).map(({ group }) => ({ id: `${id} ${group}`, name, group })),
    ),
    invites: given.invites.filter(has).length,
    read: members.length < memberCount ? members.length : undefined,
  };
}

export function isHeld({ everyone, members, groups, connections, invites }: Holders): boolean {
  return everyone !== undefined || members.length + groups.length + connections.length + invites > 0;
}
