import { started } from '@latchkey/server/testing/lifetime';
import { newMember } from '@latchkey/server/testing/organizations';
import { newUser, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('the journey of a webhook');

describe.skipIf(!executable)("an organization's ADMIN adds a webhook", () => {
  const receiver = started(startReceiver);
  const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let page: Page;
  let faults: string[];
  let secret = '';

  beforeAll(async () => {
    service.webhookWorker.start();
    ({ page, faults } = await newPerson(browser));
    const { organizationId } = await newUser(service);
    const { cookies } = (await newMember(service, organizationId, 'ADMIN')).client;
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
  });

  const drawer = () => page.getByRole('dialog', { name: 'Webhook', exact: true });

  test('the empty page shows how to verify a signature in five languages', async () => {
    await page.goto('/organization/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'JavaScript',
      'Python',
      'Go',
      'Ruby',
      'PHP',
    ]);
    await page.getByRole('tab', { name: 'Go' }).click();
    await page.getByText('standardwebhooks.NewWebhook').waitFor();
  });

  test('the secret is shown only once', async () => {
    await page.getByRole('button', { name: 'Add webhook' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByText("Webhooks can't be sent to this address.").waitFor();
    await dialog.getByLabel('URL').fill(`${receiver.url}/hook`);
    await dialog.getByLabel('Description').fill('CRM');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    secret = (await page.getByTestId('webhook-secret').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(`${receiver.url}/hook`).waitFor();
    expect(await page.content()).not.toContain(secret);
  });

  test('they send a test and see the delivery with its request, status and time', async () => {
    await page.getByRole('button', { name: `${receiver.url}/hook` }).click();
    await drawer().getByRole('button', { name: 'Send test' }).click();
    const row = drawer().getByRole('row').filter({ hasText: 'webhook.test' });
    await row.getByText('Delivered').waitFor();
    expect(await row.textContent()).toMatch(/204 in \d+ ms/);
    await row.getByRole('button', { name: 'Details of webhook.test' }).click();
    await drawer().getByText('"type": "webhook.test"').waitFor();
    const arrived = receiver.received.find(({ body }) => body.includes('webhook.test'));
    if (!arrived) throw new Error('no test arrived');
    await drawer().getByText(String(arrived.headers['webhook-id'])).waitFor();
  });

  test('they replay it, and it arrives with the same id', async () => {
    await drawer().getByRole('button', { name: 'Replay webhook.test' }).first().click();
    const tests = () => receiver.received.filter(({ body }) => body.includes('"type":"webhook.test"'));
    await expect.poll(() => tests().length).toBe(2);
    expect(new Set(tests().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('they change it, and see the change and the resulting delivery without a reload', async () => {
    await drawer().getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
    await dialog.getByLabel('Description').fill('The new CRM');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await drawer().getByText('The new CRM').waitFor();
    const row = drawer().getByRole('row').filter({ hasText: 'webhook.updated' });
    await row.getByText('Delivered').waitFor();
  });

  test('a failing receiver shows at a glance', async () => {
    receiver.answerWith((_received, response) => response.writeHead(503).end());
    await drawer().getByRole('button', { name: 'Send test' }).click();
    await drawer().getByText('Retrying').first().waitFor();
    await drawer().getByText('Failing', { exact: true }).waitFor();
    await drawer()
      .getByText(/^Every delivery has failed since/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 webhook failing').waitFor();
    await page.getByText('Failing', { exact: true }).first().waitFor();
  });

  test('the page reports no errors of its own', () => expect(faults).toEqual([]));
});
