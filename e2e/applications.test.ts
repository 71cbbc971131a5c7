import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { authorizePath, verifier } from '@latchkey/server/testing/oidc';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, newPerson, site, startBrowser } from './browser.ts';

const executable = findBrowser('applications in a browser');

/** An application as a browser sees it: a page that people come back to. */
async function startApplication(): Promise<{ callback: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<h1>Welcome back</h1>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  atEnd(() => void server.close());
  return { callback: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback` };
}

describe.skipIf(!executable)('registering and using an application', () => {
  const app = started(startApplication);
  const service = started(() => startService({ env: { BASE_URL: site } }));
  const browser = started(() => startBrowser(executable ?? '', service.url));
  let page: Page;
  const faults: string[][] = [];
  let client: { clientId: string; secret: string };

  const personWith = async (id: string) => {
    const person = await newPerson(browser);
    const { cookies } = await clientFor(service, id);
    await person.page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site })));
    faults.push(person.faults);
    return person.page;
  };

  test('an ADMIN registers it and sees the secret once', async () => {
    const admin = await personWith((await newStaff(service, 'ADMIN')).id);
    await admin.goto('/admin/applications');
    await admin.getByText('No applications yet').waitFor();
    await admin.getByRole('button', { name: 'Register application' }).first().click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Otter Reports');
    await dialog.getByLabel('Redirect URIs', { exact: true }).fill('http://nowhere.example/');
    await dialog.getByText('Advanced', { exact: true }).click();
    await dialog.getByRole('switch', { name: 'This is our own application' }).click();
    await dialog.getByRole('button', { name: 'Register application' }).click();
    await dialog.getByText('Must be an absolute address').waitFor();
    await dialog.getByLabel('Redirect URIs', { exact: true }).fill(app.callback);
    await dialog.getByRole('button', { name: 'Register application' }).click();
    const secret = (await admin.getByTestId('client-secret').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    const drawer = admin.getByRole('dialog', { name: 'Application', exact: true });
    await drawer.getByText('Asks for consent').waitFor();
    await drawer.getByRole('tab').first().waitFor();
    expect(await drawer.getByRole('tab').allTextContents()).toEqual([
      'Express',
      'Next.js',
      'Single-page app',
      'Spring Boot',
      'Python',
    ]);
    expect(await admin.content()).not.toContain(secret);
    const [row] = await service.sql<{ clientId: string }[]>`SELECT client_id FROM applications`;
    client = { clientId: row?.clientId ?? '', secret };
    await drawer.getByText(client.clientId).first().waitFor();
  });

  test('a field that is folded away unfolds and has the focus when it is refused', async () => {
    const admin = await personWith((await newStaff(service, 'ADMIN')).id);
    await admin.goto('/admin/applications');
    await admin.getByRole('button', { name: 'Register application' }).first().click();
    const dialog = admin.getByRole('dialog');
    const field = dialog.getByLabel('Back-channel logout URI');
    await dialog.getByLabel('Name').fill('Otter Refused');
    await dialog.getByLabel('Redirect URIs', { exact: true }).fill(app.callback);
    await dialog.getByText('Advanced', { exact: true }).press('Enter');
    await field.fill('nowhere');
    await dialog.getByText('Advanced', { exact: true }).press('Enter');
    await field.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Register application' }).click();
    await field.and(admin.locator(':focus')).waitFor();
  });

  test('a user signs in on the way, gives consent and returns to the application', async () => {
    const { email, id } = await newUser(service);
    const person = await newPerson(browser);
    page = person.page;
    faults.push(person.faults);
    await page.goto(authorizePath(client, { redirect_uri: app.callback }));
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in to Otter Reports' }).waitFor();
    await page.getByText('See your email address').waitFor();
    await page.getByText(new URL(app.callback).host).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const answer = await fetch(`${service.url}/api/oidc/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: app.callback,
        code_verifier: verifier,
        client_id: client.clientId,
        client_secret: client.secret,
      }),
    });
    const { id_token } = (await answer.json()) as { id_token: string };
    expect(JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      iss: site,
      sub: id,
      email,
    });
  });

  test('the user is asked again before it may act as them at another server', async () => {
    const resource = 'https://reports.otterfinch.example:8443/mcp';
    await page.goto(site + authorizePath(client, { redirect_uri: app.callback, resource }));
    await page.getByText('Act as you at reports.otterfinch.example:8443', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  test('the user is asked each time at an address on their own device, and removes its access', async () => {
    await page.goto(site + authorizePath(client, { redirect_uri: app.callback }));
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await page.goto('/profile/applications');
    await page.getByRole('button', { name: 'Remove access for Otter Reports' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove access' }).click();
    await page.getByText('No connected apps yet').waitFor();
    await page.goto(site + authorizePath(client, { redirect_uri: app.callback }));
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  });

  test('prompt=login shows the sign-in page to a user who is already signed in', async () => {
    await page.goto(site + authorizePath(client, { redirect_uri: app.callback, prompt: 'login' }));
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  test('a sign-out link asks for confirmation first', async () => {
    await page.goto(`${site}/api/oidc/logout`);
    await page.getByRole('heading', { level: 1, name: 'Sign out?' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: "You're signed out" }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  test('no page reports an error of its own', () => {
    expect(faults.flat()).toEqual([]);
  });
});
