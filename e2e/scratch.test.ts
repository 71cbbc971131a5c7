import { afterAll, beforeAll, test } from 'vitest';
import { newUser, startService, type TestService } from '../server/src/testing/service.ts';
import { findBrowser, newPerson, startBrowser } from './browser.ts';
let service: TestService;
test('x', async () => {
  service = await startService();
  const browser = await startBrowser(findBrowser('x') ?? '', service.url);
  const { page, faults } = await newPerson(browser);
  page.on('response', (r) => console.log(r.status(), r.url()));
  const owner = await newUser(service);
  const made = await owner.client.post('/api/organizations/invites', { email: 'grace@example.com', role: 'MEMBER' });
  console.log(made.text);
  await page.goto(made.body.invite.url);
  await page.waitForTimeout(4000);
  console.log(await page.locator('body').innerHTML());
  await page.screenshot({ path: '/tmp/shots/scratch.png' });
  console.log(faults);
  await browser.close(); await service.close();
}, 60000);
