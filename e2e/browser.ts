import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@latchkey/server/testing/client';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The service's own address in tests; the browser is told where it really is. */
export const site = 'http://latchkey.test';

/** Full browsers: they trust our address as if it were https, which the headless shell doesn't. */
export const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of an installed browser. Prints what is skipped if there is none. The headless shell is twice as fast. */
export function findBrowser(
  skipping: string,
  names: string[] = ['chromium-headless-shell', ...wholeBrowsers],
): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
  if (!found)
    console.log(`Skipped: ${skipping}, because no chromium is installed (Debian: apt install chromium).`);
  return found;
}

/** As `npm start` leaves it: in development, without accounts, at an address on this machine. */
export async function startFresh(): Promise<TestService & { address: string }> {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const env = { NODE_ENV: 'development', BASE_URL: address, TRUST_PROXY: '' };
  return Object.assign(await startService({ port, env }), { address });
}

const builtConsole = fileURLToPath(new URL('../console/dist/index.html', import.meta.url));

/** `also`: more origins, and where they really are. Without `scrollbars`, a page has its whole width, as on a phone. */
export async function startBrowser(
  executablePath: string,
  serviceUrl: string,
  also: Record<string, string> = {},
  { scrollbars = false } = {},
): Promise<Browser> {
  if (!existsSync(builtConsole))
    throw new Error('There is no console to look at yet. Run `npm run build` first.');
  const places = Object.entries({ [site]: serviceUrl, ...also });
  const rules = [
    ...places.map(([origin, url]) => `MAP ${new URL(origin).host}:80 ${new URL(url).host}`),
    // Nothing waits for the internet, such as the fonts of a provider's pages.
    ...['MAP * ~NOTFOUND', 'EXCLUDE localhost', 'EXCLUDE 127.0.0.1'],
  ];
  const browser = await chromium.launch({
    executablePath,
    ...(scrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    args: [
      `--host-resolver-rules=${rules.join(',')}`,
      `--unsafely-treat-insecure-origin-as-secure=${places.map(([origin]) => origin).join(',')}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Pages live too short for code that is optimized, or for a garbage collector with threads of its own.
      '--js-flags=--max-lazy --no-opt --no-maglev --single-threaded-gc',
    ],
  });
  atEnd(() => browser.close());
  return browser;
}

/**
 * Without a graphics card, a frame behind a blurred backdrop takes 70 ms to draw instead of 2, and a cursor that blinks or a
 * placeholder that pulses draws frames all the time. In the page; its content security policy doesn't restrict this.
 */
function keepStill(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    *, ::before, ::after {
      animation: none !important; backdrop-filter: none !important; caret-color: transparent !important;
    }`);
  document.adoptedStyleSheets = [sheet];
}

/** A person with their own browser. Errors in the page's console fail the test. */
export async function newPerson(
  browser: Browser,
  more: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    baseURL: site,
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
    ...more,
  });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(keepStill);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Refused requests are part of many journeys, but the browser logs each as an error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return { page, faults };
}

/** On the sign-up page. It asks for a password at once where there is no other way: the headless shell has no passkeys here. */
export async function choosePassword(page: Page): Promise<void> {
  const choice = page.getByRole('button', { name: 'Use a password' });
  await choice.or(page.locator('input[autocomplete="new-password"]')).first().waitFor();
  if (await choice.isVisible()) await choice.click();
}

/** The same browser for the next person, who finds nothing of the one before them. Takes half the work of a new one. */
export async function passOn(page: Page, client?: Client): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  // Of this site, and without code that could still write something.
  await page.goto('/favicon.svg');
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await context.addCookies([...(client?.cookies ?? [])].map(([name, value]) => ({ name, value, url: site })));
}
