import { newUser, type TestService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import type { Stop } from './tour-stop.ts';

const press = (page: Page) => page.getByRole('button', { name: 'Keep my account' }).click();

/** After a press on the button of the page that keeps an account. */
export const leavingStops: Stop[] = [
  {
    name: 'cancel-deletion-done',
    route: '',
    path: '/cancel-deletion?token=:keep',
    as: 'stranger',
    act: async (page) => {
      await press(page);
      await page.getByRole('heading', { level: 1, name: 'Deletion canceled' }).waitFor();
    },
  },
  // A link that was used before, that expired or that was made up looks the same.
  {
    name: 'cancel-deletion-not-valid',
    route: '',
    path: '/cancel-deletion?token=of-no-use',
    as: 'stranger',
    act: async (page) => {
      await press(page);
      await page.getByText('This link no longer works').waitFor();
    },
  },
];

/** Someone asks to delete their account: the token that keeps it. */
export async function askToLeave(service: TestService): Promise<{ keep: string }> {
  const { client, email } = await newUser(service, { firstName: 'Ada' });
  await client.post('/api/users/profile/deletion');
  return { keep: await service.mailedToken(email) };
}
