import { readdirSync, readFileSync, appendFileSync } from 'node:fs';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { chromium } from 'playwright-core';
import { test } from 'vitest';
import { findBrowser, newPerson, site } from './browser.ts';
const executable = findBrowser('x') ?? '';
function cpu() {
  const sums: Record<string, number> = {};
  const all = new Map<number, { ppid: number; t: number; cmd: string }>();
  for (const e of readdirSync('/proc')) {
    if (!/^\d+$/.test(e)) continue;
    try {
      const s = readFileSync(`/proc/${e}/stat`, 'utf8');
      const f = s.slice(s.lastIndexOf(')') + 2).split(' ');
      all.set(Number(e), { ppid: Number(f[1]), t: (Number(f[11]) + Number(f[12])) / 100, cmd: readFileSync(`/proc/${e}/cmdline`, 'utf8') });
    } catch {}
  }
  const under = (pid: number): boolean => pid === process.pid || (all.has(pid) && under(all.get(pid)!.ppid));
  for (const [pid, { t, cmd }] of all) {
    if (!under(pid)) continue;
    const kind = pid === process.pid ? 'node' : (/--type=([\w-]+)/.exec(cmd)?.[1] ?? 'browser').slice(0, 8);
    sums[kind] = (sums[kind] ?? 0) + t;
  }
  return sums;
}
const service = started(() => startService({ env: { BASE_URL: site } }));
const variants: [string, string[]][] = JSON.parse(process.env.VARIANTS ?? '[["base",[]]]');
test.each(variants)('%s', async (name, flags) => {
  let c = cpu();
  const lines: string[] = [];
  const mark = (what: string) => {
    const now = cpu();
    const d: Record<string, number> = {};
    let total = 0;
    for (const k of Object.keys(now)) { d[k] = +((now[k] ?? 0) - (c[k] ?? 0)).toFixed(2); total += d[k]; }
    lines.push(`${what.padEnd(22)} ${total.toFixed(2)}  ${Object.entries(d).filter(([, v]) => v).map(([k, v]) => `${k} ${v}`).join(', ')}`);
    c = cpu();
  };
  const map = `MAP latchkey.test:80 ${new URL(service.url).host}`;
  const browser = await chromium.launch({ executablePath: executable, args: [`--host-resolver-rules=${map}`, `--unsafely-treat-insecure-origin-as-secure=${site}`, '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', ...flags] });
  mark('launch');
  const { client } = await newStaff(service, 'ADMIN');
  mark('staff');
  const { page } = await newPerson(browser);
  mark('person');
  await page.goto('/login'); await page.getByRole('heading', { level: 1 }).waitFor();
  mark('login cold');
  await page.goto('/login'); await page.getByRole('heading', { level: 1 }).waitFor();
  mark('login warm');
  await page.goto('/login'); await page.getByRole('heading', { level: 1 }).waitFor();
  mark('login warm');
  await page.context().addCookies([...client.cookies].map(([n, value]) => ({ name: n, value, url: site })));
  await page.goto('/admin/users'); await page.getByRole('table').waitFor();
  mark('users cold');
  await page.goto('/admin/users'); await page.getByRole('table').waitFor();
  mark('users warm');
  await page.goto('/admin/users'); await page.getByRole('table').waitFor();
  mark('users warm');
  await page.waitForTimeout(3000);
  mark('idle 3s');
  for (let i = 0; i < 5; i++) for (const [size, colorScheme] of [[{ width: 1280, height: 800 }, 'dark'], [{ width: 390, height: 844 }, 'dark'], [{ width: 390, height: 844 }, 'light'], [{ width: 1280, height: 800 }, 'light']] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await page.evaluate(async () => { const frame = () => new Promise(requestAnimationFrame); await frame(); await frame(); });
  }
  mark('looks 5x4');
  const p2 = (await newPerson(browser)).page;
  await p2.goto('/login'); await p2.getByRole('heading', { level: 1 }).waitFor();
  mark('2nd person login');
  await p2.close();
  const p3 = await page.context().newPage();
  await p3.goto('/admin/users'); await p3.getByRole('table').waitFor();
  mark('new tab users');
  await page.context().close(); await p2.context().close();
  mark('close contexts');
  await browser.close();
  appendFileSync('/tmp/suitee/exp.log', `== ${name} ${flags.join(' ')}\n${lines.join('\n')}\n`);
});
