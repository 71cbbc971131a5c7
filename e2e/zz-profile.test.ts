import { readdirSync, readFileSync, appendFileSync } from 'node:fs';
import { started } from '@latchkey/server/testing/lifetime';
import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { findBrowser, startBrowser } from './browser.ts';
import { inEveryLook, startTour, stops } from './tour.ts';

const executable = findBrowser('x');
const hz = 100;
function cpu() {
  const sums: Record<string, number> = {};
  const all = new Map<number, { ppid: number; t: number; cmd: string }>();
  for (const e of readdirSync('/proc')) {
    if (!/^\d+$/.test(e)) continue;
    try {
      const s = readFileSync(`/proc/${e}/stat`, 'utf8');
      const f = s.slice(s.lastIndexOf(')') + 2).split(' ');
      const cmd = readFileSync(`/proc/${e}/cmdline`, 'utf8');
      all.set(Number(e), { ppid: Number(f[1]), t: (Number(f[11]) + Number(f[12])) / hz, cmd });
    } catch {}
  }
  const under = (pid: number): boolean => pid === process.pid || (all.has(pid) && under(all.get(pid)!.ppid));
  for (const [pid, { t, cmd }] of all) {
    if (!under(pid)) continue;
    const kind = pid === process.pid ? 'node' : (/--type=([\w-]+)/.exec(cmd)?.[1] ?? 'browser') + (/sub-type=([\w.]+)/.exec(cmd)?.[1] ?? '');
    sums[kind] = (sums[kind] ?? 0) + t;
  }
  return sums;
}
const out = (x: unknown) => appendFileSync('/tmp/suitee/profile.jsonl', JSON.stringify(x) + '\n');
const colorRules = ['color-contrast', 'link-in-text-block'];
const menu = '.mantine-AppShell-navbar, .mantine-AppShell-header';
describe('profile', () => {
  const tour = started(() => startTour((url) => startBrowser(executable ?? '', url)));
  const menusSeen = new Set<string>();
  const only = stops.filter((_, i) => i % Number(process.env.EACH ?? 4) === 0);
  test.each(only)('$name', async (stop) => {
    const c0 = cpu();
    let t = performance.now();
    const page = await tour.visit(stop);
    if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
    const visit = performance.now() - t;
    const c1 = cpu();
    const looks: unknown[] = [];
    await inEveryLook(page, async (look) => {
      const switching = performance.now() - t - visit;
      const whose = `${stop.as} ${look}`;
      const exclude = ['tbody tr:nth-child(n+5)', ...(menusSeen.has(whose) ? [menu] : [])];
      const alone = look !== 'wide-light' && (await page.locator('[role="dialog"]').count()) > 0;
      const rules = look.endsWith('dark') ? colorRules : undefined;
      const options = { resultTypes: ['violations' as const], preload: false, performanceTimer: true, ...(rules && { runOnly: rules }) };
      const context = { ...(alone && { include: ['[role="dialog"]'] }), exclude };
      const r = await page.evaluate(async ([where, how]) => {
        performance.clearMeasures(); performance.clearMarks();
        const a = performance.now();
        const log = console.log; 
        await (window as any).axe.run(where, how);
        const total = performance.now() - a;
        const m: Record<string, number> = {};
        for (const e of performance.getEntriesByType('measure')) m[e.name] = (m[e.name] ?? 0) + e.duration;
        return { total, m, nodes: document.querySelectorAll('*').length };
      }, [context, options] as const);
      if ((await page.locator(menu).count()) > 0) menusSeen.add(whose);
      looks.push({ look, switching, ...r });
    });
    const c2 = cpu();
    out({ name: stop.name, visit, all: performance.now() - t, c0, c1, c2, looks });
    expect(1).toBe(1);
  });
});
