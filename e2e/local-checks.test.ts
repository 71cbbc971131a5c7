import { newFeedKey, subscriberOf } from '@latchkey/server/testing/checks';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newHolder, newRole } from '@latchkey/server/testing/roles';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('local checks in the console');

describe.skipIf(!executable)('an administrator after an incident', () => {
  const service = started(startService);
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let page: Page;
  let faults: string[];
  let admin: Awaited<ReturnType<typeof newStaff>>;
  let backend: ReturnType<typeof subscriberOf>;

  async function signInAs({ cookies }: { cookies: Map<string, string> }) {
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
  }
  beforeAll(async () => {
    ({ page, faults } = await newPerson(browser));
    admin = await newStaff(service, 'ADMIN');
    await signInAs(admin.client);
    backend = subscriberOf(service, await newFeedKey(service));
  });

  const open = async (email: string) => {
    await page.goto(`/admin/users?search=${encodeURIComponent(email)}`);
    await page.getByRole('table').getByText(email).first().click();
    await page.getByRole('heading', { name: 'Manage' }).waitFor();
  };
  /** Clicks a button, and the same one in the dialog that asks whether they are sure. */
  const sure = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    const asking = page.getByRole('dialog', { name: new RegExp(button) });
    await asking.getByRole('button', { name: button, exact: true }).click();
  };
  const deactivate = async (email: string) => {
    await open(email);
    await sure('Deactivate');
  };
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const offer = () => page.getByRole('button', { name: 'Confirm everywhere' });

  const acts: Record<string, () => Promise<unknown>> = {
    'a deletion': async () => {
      const { email } = await newUser(service);
      await open(email);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page
        .getByRole('dialog', { name: /Delete/ })
        .getByRole('textbox')
        .fill(email);
      await page.getByRole('button', { name: 'Delete user', exact: true }).click();
    },
    'a reset of two-factor': async () => {
      const { id, email } = await newUser(service);
      await service.sql`UPDATE users SET two_factor_enabled = true WHERE id = ${id}`;
      await open(email);
      await sure('Reset two-factor');
    },
    'a change of the role': async () => {
      await open((await newUser(service)).email);
      await choose('Role', 'Moderator');
    },
    'an additional role': async () => {
      const { name } = await newRole(service, ['users:list']);
      await open((await newUser(service)).email);
      await choose('Additional roles', name);
    },
    'a change of a rank': async () => {
      const { email } = await newMember(service, admin.organizationId, 'MEMBER');
      await page.goto(`/organization/members?search=${encodeURIComponent(email)}`);
      await page.getByRole('row').filter({ hasText: email }).getByRole('combobox').click();
      await page.getByRole('option', { name: 'Admin', exact: true }).click();
    },
    'the end of a session': async () => {
      await clientFor(service, admin.id);
      await page.goto('/profile/security');
      await page
        .getByRole('button', { name: /^End the session of/ })
        .first()
        .click();
    },
    'the revocation of a key': async () => {
      const name = 'to-be-revoked';
      await newKey(admin.client, { name });
      await page.goto('/profile/api-keys');
      await page.getByRole('button', { name: new RegExp(name) }).click();
      await page.getByRole('menuitem', { name: 'Revoke' }).click();
      await page.getByRole('button', { name: 'Revoke key' }).click();
    },
  };

  test('is not bothered while no process checks callers locally', async () => {
    await page.goto('/admin/checks');
    await page.getByText('No process checks callers by itself').waitFor();
    await page.getByRole('button', { name: 'Confirm everywhere' }).press('Enter');
    await page.getByText('Confirmed: 0. Expired: 0.').waitFor();
    await deactivate((await newUser(service)).email);
    await page.getByRole('alert').filter({ hasText: 'deactivated' }).waitFor();
    expect(await page.getByRole('button', { name: 'Confirm everywhere' }).count()).toBe(0);
  });

  test('sees the processes, and confirms by keyboard that all of them know', async () => {
    await backend.ask({ maxStalenessMs: 300 });
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Local checks' }).click();
    await page.getByRole('cell', { name: '300 ms' }).waitFor();
    await page.getByRole('button', { name: 'Confirm everywhere' }).press('Enter');
    await page.getByText(/Confirmed: \d\. Expired: \d\./).waitFor();
  });

  test('is offered the same right after a deactivation', async () => {
    await backend.ask({ maxStalenessMs: 300 });
    await deactivate((await newUser(service)).email);
    await page.getByRole('button', { name: 'Confirm everywhere' }).press('Enter');
    await page.getByText(/Confirmed: 0\. Expired: \d\./).waitFor();
  });

  test.each(Object.entries(acts))('is offered the same after %s', async (_name, act) => {
    await backend.ask();
    await act();
    await offer().waitFor();
  });

  test('who may not confirm is told what they did, and is offered nothing', async () => {
    const mayDeactivate = ['users:list', 'users:read', 'users:write', 'checks:read'];
    await signInAs((await newHolder(service, mayDeactivate)).client);
    await backend.ask();
    await deactivate((await newUser(service)).email);
    await page.getByRole('alert').filter({ hasText: 'deactivated' }).waitFor();
    expect(await offer().count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Local checks' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });
});
