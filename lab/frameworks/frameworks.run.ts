import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { newUser, password } from '@latchkey/server/testing/service';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../e2e/browser.ts';
import { answering, run, startHere } from '../quickstarts/running.ts';
import { Visitor } from '../quickstarts/visitor.ts';
import { createReport } from '../report.ts';
import { type Application, applications, singlePage } from './applications.ts';
import { findTools, type Kind, must, prepare, type Tools } from './prepare.ts';

/*
 * `latchkey init` in each framework's own new application, and in that of our page. Then a person signs in and out there: while it
 * is developed, beside `latchkey dev`, and as it was built.
 */

type Person = { email: string; password: string };
type ComeAndGo = (at: string, latchkey: string, application: Application, person: Person) => Promise<void>;

const report = createReport('frameworks', ['application', 'version', 'developed', 'beside', 'built', 's']);
afterAll(() => report.write());

let port: number;
const service = started(async () => {
  port = await freePort();
  return startHere(`http://localhost:${port}`);
});
let tools: Tools;
beforeAll(async () => {
  tools = await findTools();
});

/** A person comes, signs in, is known, and signs out. */
const byRequests: ComeAndGo = async (at, latchkey, { whoAmI, signIn }, person) => {
  const visitor = new Visitor();
  const stranger = await visitor.visit(at + whoAmI);
  if (signIn !== whoAmI) expect(stranger, stranger.text).toMatchObject({ url: at + whoAmI, status: 401 });
  const asked = await visitor.visit(at + signIn);
  const back = `${at}${signIn === whoAmI ? whoAmI : '/'}`;
  expect(asked.url, asked.text).toBe(`${latchkey}/login?returnTo=${encodeURIComponent(back)}`);
  expect(await visitor.signIn(asked.url, person)).toMatchObject({ url: back });
  const known = await visitor.visit(at + whoAmI);
  expect(known, known.text).toMatchObject({ status: 200 });
  expect(JSON.parse(known.text)).toEqual({ email: person.email });
  await visitor.signOut(latchkey, at);
  expect((await visitor.visit(at + whoAmI)).text).not.toContain(person.email);
};

const executable = findBrowser('the single-page application');

const inBrowser: ComeAndGo = async (at, latchkey, _application, person) => {
  const browser = await chromium.launch({ executablePath: executable ?? '', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(at);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${latchkey}/login?returnTo=*`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${at}/`);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  } finally {
    await browser.close();
  }
};

const scriptsIn = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts;

/** The address is in `.env` alone, as a developer would change it. */
async function whileDeveloped(folder: string, application: Application, comeAndGo: ComeAndGo) {
  const at = `http://localhost:${port}`;
  const variable = application === singlePage ? 'VITE_LATCHKEY_URL' : 'LATCHKEY_URL';
  writeFileSync(join(folder, '.env'), `${variable}=${service.address}\n`);
  const { portOption } = application;
  const line = `npm run ${scriptsIn(folder).dev ? 'dev' : 'start'}${portOption ? ` -- ${portOption} ${port}` : ''}`;
  const app = run(line, folder, { ...tools.env, PORT: `${port}` });
  await answering(at, app);
  await comeAndGo(at, service.address, application, await someone());
  await app.stop();
}

async function someone(): Promise<Person> {
  return { email: (await newUser(service)).email, password };
}

/** By the script that `init` wrote, on the port that it named. */
async function besideLatchkey(folder: string, application: Application, comeAndGo: ComeAndGo) {
  const script = scriptsIn(folder)['dev:latchkey'] ?? '';
  const [, appPort] = /--port (\d+)/.exec(script) ?? [];
  const latchkeyPort = await freePort();
  const app = run(
    script.replace(/^(npx )?latchkey dev/, `npx latchkey dev --latchkey-port ${latchkeyPort}`),
    folder,
    tools.env,
  );
  const at = `http://localhost:${appPort}`;
  await answering(at, app);
  await eventually(() => expect(app.said()).toContain('An ADMIN'));
  const { user } = JSON.parse(readFileSync(join(folder, '.latchkey/dev.json'), 'utf8'));
  await comeAndGo(at, `http://localhost:${latchkeyPort}`, application, user);
  process.kill(-(app.child.pid ?? 0), 'SIGTERM');
  await eventually(() => expect(fetch(at)).rejects.toThrow());
}

/** With its address in the environment: `.env` counts less. Not if nothing installed can serve it. */
async function asBuilt(folder: string, application: Application, comeAndGo: ComeAndGo): Promise<string> {
  const [, server = ''] = /^npx (\S+)/.exec(application.start ?? '') ?? [];
  if (!existsSync(join(folder, 'node_modules/.bin', server))) return 'has no server';
  const at = `http://localhost:${port}`;
  const variable = application === singlePage ? 'VITE_LATCHKEY_URL' : 'LATCHKEY_URL';
  const env = { ...tools.env, NODE_ENV: 'production', PORT: `${port}`, [variable]: service.address };
  writeFileSync(join(folder, '.env'), `${variable}=http://localhost:1\n`);
  if (application.build) must(application.build, folder, env);
  const app = run(application.start ?? '', folder, env);
  await answering(at, app);
  await comeAndGo(at, service.address, application, await someone());
  if (application.isForwarded) {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.example.com' };
    const answer = await fetch(at + application.signIn, { headers, redirect: 'manual' });
    expect(answer.headers.get('location')).toContain(encodeURIComponent('https://app.example.com/'));
  }
  await app.stop();
  return 'yes';
}

const all = { ...applications, ...(executable && { Vite: singlePage }) };
const cases = Object.entries(all).flatMap(([name, application]) =>
  (['starter', 'page'] as const)
    .filter((kind) => (kind === 'page' ? application.page : application.create))
    .map((kind): [string, Kind, Application] => [name, kind, application]),
);

describe.each(cases)('%s, its %s', (name, kind, application) => {
  test('lets people in and out after latchkey init, which changes nothing the second time', async () => {
    const begun = Date.now();
    const made = prepare(application, kind, tools);
    if (typeof made === 'string') return report.add([`${name}, ${kind}`, made, '', '', '', '']);
    const { folder, version } = made;
    const comeAndGo = application === singlePage ? inBrowser : byRequests;
    if (application.types && kind === 'starter') must(application.types, folder, tools.env);
    await whileDeveloped(folder, application, comeAndGo);
    await besideLatchkey(folder, application, comeAndGo);
    const built = await asBuilt(folder, application, comeAndGo);
    const seconds = Math.round((Date.now() - begun) / 1000);
    report.add([`${name}, ${kind}`, version, 'yes', 'yes', built, seconds]);
  });
});
