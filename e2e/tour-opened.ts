import type { Page } from 'playwright-core';
import { phone } from './looks.ts';
import type { Stop } from './tour-stop.ts';

const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

const openFirst = async (page: Page) => {
  await page.locator('tbody button').first().click();
  await page.getByRole('dialog').waitFor();
};

const openUser = async (page: Page) => {
  await page.locator('tbody a').first().click();
  await page.getByRole('heading', { name: 'Ways in' }).waitFor();
};

/** What opens on demand: dialogs, drawers and menus. */
export const openedStops: Stop[] = [
  {
    name: 'dialog-confirm',
    route: '',
    path: '/profile/security',
    as: 'loner',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Old phone' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Remove passkey' }).click();
      await page.getByRole('dialog', { name: "Confirm it's you" }).waitFor();
    },
  },
  {
    name: 'dialog-two-factor',
    route: '',
    path: '/profile/security',
    as: 'newcomer',
    act: async (page) => {
      await press('Set up')(page);
      await page.getByAltText('QR code for your authenticator app').waitFor();
    },
  },
  {
    name: 'menu-row',
    route: '',
    path: '/organization/keys',
    as: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Acme production' }).click();
      await page.getByRole('menuitem', { name: 'Rotate' }).waitFor();
    },
  },
  {
    name: 'menu-account',
    route: '',
    path: '/organization/members',
    as: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: /^Mei/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    },
  },
  {
    name: 'dialog-create-key',
    route: '',
    path: '/profile/api-keys',
    as: 'admin',
    act: press('Create key'),
  },
  {
    name: 'dialog-create-organization-key',
    route: '',
    path: '/organization/keys',
    as: 'owner',
    act: press('Create key'),
  },
  {
    name: 'dialog-rotate-organization-key',
    route: '',
    path: '/organization/keys',
    as: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions for Acme production' }).click();
      await page.getByRole('menuitem', { name: 'Rotate' }).click();
      await page.getByRole('dialog', { name: 'Rotate this key' }).waitFor();
    },
  },
  {
    name: 'dialog-create-directory-token',
    route: '',
    path: '/organization/directory',
    as: 'newcomer',
    act: press('Create token'),
  },
  {
    name: 'dialog-map-group',
    route: '',
    path: '/organization/directory',
    as: 'owner',
    act: press('Make admins'),
  },
  {
    name: 'dialog-invite',
    route: '',
    path: '/organization/invites',
    as: 'owner',
    act: press('Invite people'),
  },
  {
    name: 'dialog-invite-refused',
    route: '',
    path: '/organization/invites',
    as: 'owner',
    act: async (page) => {
      await press('Invite people')(page);
      const emails = page.getByRole('combobox', { name: 'Email addresses' });
      await emails.fill('jo(at)otterfinch.example, not.an.address, a.rather.long.name.for.a.person@');
      await page.getByRole('button', { name: /^Send/ }).click();
      await page.getByText('0 of 3 sent').waitFor();
    },
  },
  {
    name: 'dialog-add-webhook',
    route: '',
    path: '/organization/webhooks',
    as: 'owner',
    act: press('Add webhook'),
  },
  {
    name: 'dialog-add-destination',
    route: '',
    path: '/organization/destinations',
    as: 'owner',
    act: press('Add destination'),
  },
  {
    name: 'drawer-destination',
    route: '',
    path: '/organization/destinations',
    as: 'owner',
    act: async (page) => {
      await openFirst(page);
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByTestId('test-result').waitFor();
    },
  },
  {
    name: 'dialog-add-hook',
    route: '',
    path: '/admin/hooks?open=registration.before',
    as: 'admin',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add hook' }).click();
      await page.getByRole('dialog', { name: /^Add a hook/ }).waitFor();
    },
  },
  {
    name: 'drawer-hook',
    route: '',
    path: '/admin/hooks?open=token.claims',
    as: 'admin',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send test' }).click();
      await page.getByTestId('test-result').waitFor();
    },
  },
  {
    name: 'drawer-hook-off',
    route: '',
    path: '/admin/hooks?open=sign_in.before',
    as: 'admin',
    act: (page) => page.getByRole('button', { name: 'More' }).waitFor(),
  },
  {
    name: 'dialog-new-secret',
    route: '',
    path: '/organization/webhooks',
    as: 'newcomer',
    act: async (page) => {
      await press('Add webhook')(page);
      await page.getByLabel('URL').fill('https://hooks.rosa.example/latchkey');
      await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
      await page.getByTestId('webhook-secret').waitFor();
    },
  },
  {
    name: 'drawer-webhook',
    route: '',
    path: '/organization/webhooks',
    as: 'owner',
    act: async (page) => {
      await openFirst(page);
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
    },
  },
  {
    name: 'dialog-rotate-secret',
    route: '',
    path: '/organization/webhooks',
    as: 'owner',
    act: async (page) => {
      await openFirst(page);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
      await page.getByRole('dialog', { name: 'Rotate the secret' }).waitFor();
    },
  },
  {
    name: 'menu-switcher',
    route: '',
    path: '/organization',
    as: 'owner',
    act: async (page) => {
      // On a phone it is behind a button. What that opens stays open on wider screens.
      await page.setViewportSize(phone);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('button', { name: /^Organization: / }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'dialog-create-organization',
    route: '',
    path: '/organization',
    as: 'owner',
    act: async (page) => {
      await page.getByRole('button', { name: /^Organization: / }).click();
      await page.getByRole('menuitem', { name: 'Create another' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'organization-lost',
    route: '',
    path: '/organization',
    as: 'owner',
    act: async (page) => {
      await page.evaluate(() => sessionStorage.setItem('latchkey_organization', 'gone'));
      await page.reload();
      await page.getByText('You no longer have access').waitFor();
    },
  },
  {
    name: 'dialog-add-application',
    route: '',
    path: '/admin/applications',
    as: 'admin',
    act: press('Register application'),
  },
  { name: 'drawer-application', route: '', path: '/admin/applications', as: 'admin', act: openFirst },
  {
    name: 'dialog-review-policy',
    route: '',
    path: '/admin/policy',
    as: 'admin',
    act: async (page) => {
      await page.getByLabel('Session length, in minutes').fill('600');
      await press('Review changes')(page);
    },
  },
  { name: 'dialog-role', route: '', path: '/admin/roles', as: 'admin', act: press('New role') },
  {
    name: 'user',
    route: '/admin/users/:id',
    path: '/admin/users?sort=email&role=MODERATOR',
    as: 'admin',
    act: openUser,
  },
  {
    name: 'organization-as-an-admin',
    route: '/admin/organizations/:id',
    path: '/admin/organizations',
    as: 'admin',
    act: async (page) => {
      await page.locator('tbody a').first().click();
      await page.getByRole('heading', { name: 'About' }).waitFor();
    },
  },
  {
    name: 'dialog-create-user',
    route: '',
    path: '/admin/users',
    as: 'admin',
    act: press('Create user'),
  },
  {
    name: 'dialog-change-email',
    route: '',
    path: '/admin/users?sort=email&role=MODERATOR',
    as: 'admin',
    act: async (page) => {
      await openUser(page);
      await page.getByRole('button', { name: 'Change email' }).click();
      await page.getByRole('dialog', { name: /^Change the email of/ }).waitFor();
    },
  },
  {
    name: 'dialog-impersonate',
    route: '',
    path: '/admin/users?sort=email&role=MODERATOR',
    as: 'admin',
    act: async (page) => {
      await openUser(page);
      await page.getByRole('button', { name: 'Impersonate' }).click();
      await page.getByRole('dialog', { name: /^Impersonate/ }).waitFor();
    },
  },
  {
    name: 'audit-details',
    route: '',
    path: '/admin/audit-logs',
    as: 'admin',
    act: (page) =>
      page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click(),
  },
  // The last one of this person: it stays open on other pages.
  {
    name: 'dialog-find',
    route: '',
    path: '/admin/users',
    as: 'admin',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByLabel('Find a page, user or organization').fill('ot');
      await page.getByRole('group', { name: 'Organizations' }).waitFor();
    },
  },
];
