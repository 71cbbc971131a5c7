import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { settleIn } from '@latchkey/server/testing/organizations';
import { startSamlProvider } from '@latchkey/server/testing/saml/provider';
import { clientFor, newVerified, password } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { newEnrolled } from '@latchkey/server/testing/two-factor';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the journeys of single sign-on');

describe.skipIf(!executable)('an organization brings its identity providers', () => {
  const world = started(startWithIdp);
  const saml = started(startSamlProvider);
  const browser = started(() => startBrowser(executable ?? '', world.service.url));
  const faults: string[][] = [];
  let page: Page;
  let organizationId: string;

  const open = async (client?: Client) => {
    const person = await newPerson(browser);
    faults.push(person.faults);
    const cookies = [...(client?.cookies ?? [])].map(([name, value]) => ({ name, value, url: site }));
    await person.page.context().addCookies(cookies);
    return person.page;
  };

  beforeAll(async () => {
    for (const [login, domain] of [
      ['ida', 'otter.test'],
      ['noor', 'otter.test'],
      ['mira', 'otter.test'],
      ['lou', 'elsewhere.test'],
    ])
      saml.people.set(login ?? '', {
        nameId: `id-${login}`,
        attributes: { email: [`${login}@${domain}`], firstName: [`${login}`], lastName: ['Okafor'] },
      });
    world.idp.people.set('teo', { email: 'teo@finch.test', given_name: 'Teo', family_name: 'Lind' });
    const owner = await newEnrolled(world.service, { organizationName: 'Otter' });
    organizationId = owner.organizationId;
    page = await open(await clientFor(world.service, owner.id));
  });

  const drawer = () => page.getByRole('dialog', { name: 'Identity provider' });
  const press = (name: string) => drawer().getByRole('button', { name, exact: true }).click();
  const tab = (name: string) => drawer().getByRole('tab', { name }).click();

  async function proveDomain(name: string) {
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('dialog').getByLabel('Domain').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText("This domain isn't verified.").waitFor();
    const value = (await page.locator('pre', { hasText: 'latchkey-domain=' }).textContent()) ?? '';
    world.zone.publish({ name: `_latchkey-challenge.${name}`, value });
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByRole('button', { name: new RegExp(`^${name} Verified`) }).waitFor();
  }

  async function addConnection(name: string, kind: string) {
    await page.getByRole('button', { name: 'Add identity provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an identity provider' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel(kind).check();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await drawer().getByText('Enter the values below').waitFor();
  }

  async function chooseDomain(name: string) {
    await tab('Options');
    await drawer().getByRole('combobox', { name: 'Domains' }).click();
    await page.getByRole('option', { name }).click();
    await page.keyboard.press('Tab');
    await press('Save options');
    await drawer().getByText('Test it.').waitFor();
  }

  /** At the pages of the SAML provider. */
  async function signInThere(at: Page, login: string) {
    await at.getByLabel('Login').fill(login);
    await at.getByRole('button', { name: 'Sign in' }).click();
  }

  test('they prove a domain by its DNS record', async () => {
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Single sign-on' }).click();
    await page.getByText('No domains yet').waitFor();
    await proveDomain('otter.test');
  });

  test('they set up SAML under the field names of their provider', async () => {
    await addConnection('Okta', 'SAML 2.0');
    await drawer().getByText('Audience URI (SP Entity ID)').waitFor();
    await drawer().getByText('Google Workspace', { exact: true }).click();
    await drawer().getByText('ACS URL', { exact: true }).waitFor();
    await drawer().getByText('Entra ID', { exact: true }).click();
    await drawer().getByText('Identifier (Entity ID)').waitFor();
    const ours = (await drawer().locator('pre', { hasText: '/metadata' }).textContent()) ?? '';
    saml.trust((await world.service.client().get(new URL(ours).pathname)).text);
    await drawer().getByRole('textbox', { name: 'App Federation Metadata Url' }).fill(`${saml.url}/nothing`);
    await press('Save settings');
    await drawer().getByText('The metadata address answered with 404.').waitFor();
    await drawer().getByRole('textbox', { name: 'App Federation Metadata Url' }).fill(saml.metadataUrl);
    await press('Save settings');
    await drawer()
      .getByText(/^Certificate until/)
      .waitFor();
    await chooseDomain('otter.test');
  });

  test('a test shows what was sent and what to change, and only one that passed lets them turn it on', async () => {
    expect(await drawer().getByRole('button', { name: 'Turn on' }).isDisabled()).toBe(true);
    await press('Test');
    await signInThere(page, 'lou');
    await drawer().getByText("The message is right, but lou@elsewhere.test isn't in otter.test.").waitFor();
    expect(await drawer().getByRole('button', { name: 'Turn on' }).isDisabled()).toBe(true);
    saml.forgery.after = (xml) => xml.replace('ida@', 'eve@');
    await press('Test');
    await signInThere(page, 'ida');
    await drawer().getByText('The message was altered after it was signed').waitFor();
    delete saml.forgery.after;
    await press('Test');
    await signInThere(page, 'ida');
    await drawer().getByText('The test passed', { exact: true }).waitFor();
    await drawer().getByRole('row', { name: 'Email ida@otter.test' }).waitFor();
    await press('Turn on');
    await drawer().getByText('On', { exact: true }).waitFor();
  });

  test('a new person finds the way from the sign-in page, and has an account', async () => {
    const person = await open();
    await person.goto('/login?returnTo=/organization/members');
    await person.getByRole('link', { name: 'Continue with SSO' }).click();
    await person.getByLabel('Work email').fill('noor@unknown.test');
    await person.getByRole('button', { name: 'Continue' }).click();
    await person.getByText('No organization here has set it up for unknown.test.').waitFor();
    await person.getByLabel('Work email').fill('noor@otter.test');
    await person.getByRole('button', { name: 'Continue' }).click();
    await signInThere(person, 'noor');
    await person.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    expect(await person.getByRole('link', { name: 'Single sign-on' }).count()).toBe(0);
    await tab('People');
    await drawer().getByText('noor@otter.test').waitFor();
    // The identity provider doesn't confirm what is their own.
    await person.goto('/profile/security');
    await person.getByRole('button', { name: "Confirm it's you" }).first().click();
    await person.getByText('You only sign in through your organization').waitFor();
    await person.getByRole('button', { name: 'Email me a link' }).click();
    await person.getByText('We sent a link to noor@otter.test.').waitFor();
    expect(await world.service.mailedToken('noor@otter.test')).toBeTruthy();
  });

  test('once it is required, a password is refused and leads there', async () => {
    const member = await newVerified(world.service, { email: 'mira@otter.test' });
    await settleIn(world.service, member.id, organizationId, 'MEMBER');
    await press('Require');
    const dialog = page.getByRole('dialog', { name: 'Require single sign-on?' });
    await dialog.getByText('1 owner can still sign in').waitFor();
    await dialog.getByRole('button', { name: 'Require it' }).click();
    await drawer().getByText('Required', { exact: true }).waitFor();
    const person = await open();
    await person.goto('/login?returnTo=/organization/members');
    await person.getByLabel('Email', { exact: true }).fill(member.email);
    await person.getByLabel('Password', { exact: true }).fill(password);
    await person.getByRole('button', { name: 'Sign in', exact: true }).click();
    await person.getByRole('alert').getByRole('link', { name: 'Continue with SSO' }).click();
    await signInThere(person, 'mira');
    await person.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await drawer().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Stop requiring it' }).click();
    await page.getByRole('button', { name: 'Stop requiring it' }).click();
    await drawer().getByText('On', { exact: true }).waitFor();
  });

  test('OpenID Connect works the same way, and a wrong secret is named', async () => {
    await page.goto('/organization/sso');
    await proveDomain('finch.test');
    await addConnection('Our login', 'OpenID Connect');
    await drawer().getByLabel('Issuer').fill(world.oidc.issuer);
    await drawer().getByLabel('Client ID').fill(world.oidc.clientId);
    await drawer().getByRole('textbox', { name: 'Client secret' }).fill('wrong');
    await press('Save settings');
    await page.getByText('Settings saved.').waitFor();
    await chooseDomain('finch.test');
    await press('Test');
    await signInAtOpenId(page, 'teo');
    await drawer().getByText('refused the client ID or the client secret').waitFor();
    await tab('Setup');
    await drawer().getByRole('textbox', { name: 'Client secret' }).fill(world.oidc.clientSecret);
    await press('Save settings');
    await page.getByText('Settings saved.').waitFor();
    await press('Test');
    await drawer().getByText('The test passed', { exact: true }).waitFor();
    await drawer().getByText('"given_name": "Teo"').waitFor();
    await press('Turn on');
    await drawer().getByText('On', { exact: true }).waitFor();
    const person = await open();
    await person.goto('/sso');
    await person.getByLabel('Work email').fill('teo@finch.test');
    await person.keyboard.press('Enter');
    await signInAtOpenId(person, 'teo');
    await person.getByRole('heading', { level: 1, name: 'Welcome, Teo' }).waitFor();
  });

  test('the pages report no errors of their own', () => expect(faults.flat()).toEqual([]));
});

/** At the pages of the OpenID provider: who they are, then that they agree. */
async function signInAtOpenId(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
