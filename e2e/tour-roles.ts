import type { Client } from '@latchkey/server/testing/client';
import type { Page } from 'playwright-core';
import type { Stop } from './tour-stop.ts';

const stop = (name: string, path: string, act: (page: Page) => Promise<void>): Stop => ({
  name,
  route: '',
  path,
  as: path.startsWith('/admin') ? 'admin' : 'owner',
  act,
});
const choose = (of: string, action: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Actions for ${of}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').waitFor();
};
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

export const roleStops: Stop[] = [
  stop('dialog-new-template', '/admin/organization-roles', press('New template')),
  stop('dialog-edit-template', '/admin/organization-roles', async (page) => {
    await choose('Support', 'Edit')(page);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Permissions' }).press('Backspace');
    await page.keyboard.press('Tab');
    await page.getByText('This takes something away').waitFor();
  }),
  stop('dialog-delete-template', '/admin/organization-roles', choose('Support', 'Delete')),
  stop('dialog-add-permission', '/admin/organization-roles', press('Add permission')),
  stop('dialog-remove-permission', '/admin/organization-roles', choose('orders:refund', 'Remove')),
  stop('dialog-new-role', '/organization/roles', press('New role')),
  stop('dialog-edit-role', '/organization/roles', async (page) => {
    await choose('Shift lead', 'Edit')(page);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Permissions' }).press('Backspace');
    await page.keyboard.press('Tab');
    await page.getByText('Given to').waitFor();
  }),
  stop('dialog-delete-role', '/organization/roles', async (page) => {
    await choose('Shift lead', 'Delete')(page);
    await page.getByText('Given to').waitFor();
  }),
  stop('dialog-role-holders', '/organization/roles', async (page) => {
    await press('Who has it: Viewer')(page);
    await page.getByText('By default').waitFor();
  }),
  stop('dialog-member-roles', '/organization/members', async (page) => {
    await page.getByRole('button', { name: 'Actions for' }).first().click();
    await page.getByRole('menuitem', { name: 'App roles' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByText('What counts now').waitFor();
  }),
];

const current = '/api/organizations/current';

/** A role of the owner's own organization, which some members have and an invitation gives. */
export async function addTeamRoles(owner: Client): Promise<void> {
  await owner.post(`${current}/roles`, {
    key: 'org-shift-lead',
    name: 'Shift lead',
    description: 'Runs a shift, and settles complaints at the counter.',
    permissions: ['orders:read', 'orders:refund'],
  });
  const { members } = (await owner.get(`${current}/members?limit=100`)).body;
  for (const { id } of members.slice(1, 8))
    await owner.put(`${current}/members/${id}/roles`, { roles: ['org-shift-lead'] });
  await owner.post(`${current}/invites`, {
    email: 'shifts@otterfinch.example',
    role: 'MEMBER',
    roles: ['org-shift-lead'],
  });
}
