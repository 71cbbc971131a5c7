import { queryOptions } from '@tanstack/react-query';
import { api } from '../api.ts';
import { isCode } from '../client.ts';
import type { Given } from './holders.ts';

const limit = 100;
/** In an organization with more members, the rest isn't looked at: a preview shouldn't take a minute. */
const mostPages = 20;

type Page<Row> = { rows: Row[]; pagination: { total: number; totalPages: number } };

async function readPages<Row>(readPage: (query: { limit: number; page: number }) => Promise<Page<Row>>) {
  const { rows, pagination } = await readPage({ limit, page: 1 });
  for (let page = 2; page <= Math.min(pagination.totalPages, mostPages); page++)
    rows.push(...(await readPage({ limit, page })).rows);
  return { rows, total: pagination.totalPages > mostPages ? pagination.total : rows.length };
}

/** Single sign-on may be switched off. */
async function readConnections(): Promise<Given['connections']> {
  try {
    return (await api.listConnections()).connections;
  } catch (error) {
    if (isCode(error, 'NOT_FOUND')) return [];
    throw error;
  }
}

async function read(): Promise<Given> {
  const [members, { groups }, connections, invites] = await Promise.all([
    readPages(async (query) => {
      const { members: rows, pagination } = await api.listMembers({ query });
      return { rows, pagination };
    }),
    api.listDirectoryGroups(),
    readConnections(),
    readPages(async (query) => {
      const { invites: rows, pagination } = await api.listInvites({ query });
      return { rows, pagination };
    }),
  ]);
  return { members: members.rows, memberCount: members.total, groups, connections, invites: invites.rows };
}

/** What gives roles in the caller's organization, as of now. */
export const askGiven = queryOptions({ queryKey: ['givenRoles'], queryFn: read, staleTime: 0 });
