import { started } from '@latchkey/server/testing/lifetime';
import { claimsIn, newApplication, pollDevice, startDevice } from '@latchkey/server/testing/oidc';
import { clientFor, newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('a device without a browser');

describe.skipIf(!executable)('a device without a browser', () => {
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));

  test('is signed in by a person who compares its code, and learns who that is', async () => {
    const user = await newUser(service);
    const cli = await newApplication(service, { name: 'Otter CLI', kind: 'native', deviceGrant: true });
    const asked = await startDevice(service, cli);
    const { page, faults } = await newPerson(browser);
    const { cookies } = await clientFor(service, user.id);
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
    await page.goto(new URL(asked.verification_uri_complete).pathname);
    await page.getByLabel('Code').fill('nonsense');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This code is wrong, used or expired.').waitFor();
    const { pathname, search } = new URL(asked.verification_uri_complete);
    await page.goto(pathname + search);
    // The link only fills in the form.
    expect(await page.getByLabel('Code').inputValue()).toBe(asked.user_code);
    await page.getByText('Continue only if your device shows the same one.').waitFor();
    expect((await pollDevice(service, cli, asked.device_code)).body.error).toBe('authorization_pending');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Sign in to Otter CLI' }).waitFor();
    await page.getByText('The device is in another network').waitFor();
    await page.getByText(asked.user_code).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Your device is signed in' }).waitFor();
    const { body } = await pollDevice(service, cli, asked.device_code);
    expect(claimsIn(body.access_token).sub).toBe(user.id);
    // One for the wrong code.
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  });

  test('is known once its person has signed in', async () => {
    const { page } = await newPerson(browser);
    await page.goto('/device?user_code=BBBB-BBBB');
    await page.waitForURL(/\/login\?returnTo=%2Fdevice%3Fuser_code%3DBBBB-BBBB/);
  });
});
