import { Badge, Menu } from '@mantine/core';
import { IconUsers, IconX } from '@tabler/icons-react';
import { Facts } from '../../console/src/ui/facts.tsx';
import { List } from '../../console/src/ui/list.tsx';
import { ListFooter } from '../../console/src/ui/list-footer.tsx';
import type { Column } from '../../console/src/ui/list-table.tsx';
import { PersonCell, personInset } from '../../console/src/ui/person-cell.tsx';
import { RowButton, RowMenu } from '../../console/src/ui/row-controls.tsx';
import { Section } from '../../console/src/ui/section.tsx';
import { Usual } from '../../console/src/ui/usual.tsx';
import { When } from '../../console/src/ui/when.tsx';

const people = [
  { id: '1', firstName: 'Hana', lastName: 'Lindqvist', email: 'hana@meridian.example', isActive: true },
  { id: '2', firstName: null, lastName: null, email: 'mae@otterfinch.example', isActive: true },
  { id: '3', firstName: 'Noor', lastName: 'Okafor', email: 'noor@otterfinch.example', isActive: false },
];
type Person = (typeof people)[number];

const columns: Column<Person>[] = [
  { header: 'User', inset: personInset, shrinks: true, cell: (person) => <PersonCell person={person} /> },
  {
    header: 'Status',
    cell: ({ isActive }) => (isActive ? <Usual>Active</Usual> : <Badge color="gray">Deactivated</Badge>),
    phone: true,
  },
  { header: 'Last sign-in', cell: () => <When at="2026-01-01T00:00:00Z" />, from: 'md' },
  { header: 'Nothing', cell: () => null, from: 'md' },
];
const nothing = () => {};
const query = { isPending: false, isPlaceholderData: false, error: null, refetch: nothing };

/** Rows as people meet them, with what opens, and pages of them. */
export function Lists() {
  return (
    <>
      <List
        label="People"
        query={query}
        rows={people}
        columns={columns}
        empty={{ icon: IconUsers, title: 'No people' }}
        actions={({ email }) => (
          <>
            <RowButton label="Remove" fullLabel={`Remove ${email}`} icon={IconX} onClick={nothing} />
            <RowMenu name={email}>
              <Menu.Item>Rename</Menu.Item>
            </RowMenu>
          </>
        )}
      />
      <ListFooter paging={{ page: 1, limit: 20, total: 180, totalPages: 9 }} onPage={nothing} />
      <Section title="Facts">
        <Facts
          facts={[
            ['Username', 'hana.lindqvist'],
            ['Created', 'Jan 1, 2026'],
          ]}
        />
      </Section>
    </>
  );
}
