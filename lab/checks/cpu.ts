import { readdirSync, readFileSync } from 'node:fs';

/** Seconds of CPU that a process and those it started have used, also those of them that have ended. */
export function cpuSeconds(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    let stat: string[] = [];
    try {
      stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
    } catch {
      // It ended meanwhile.
      continue;
    }
    if (Number(name) === pid) ticks += Number(stat[13]) + Number(stat[14]);
    if (Number(name) === pid || Number(stat[1]) === pid) ticks += Number(stat[11]) + Number(stat[12]);
  }
  return ticks / 100;
}

/** Asks as sixteen clients do, and returns the microseconds of these processes' CPU that each request took. */
export async function costOf(
  pids: readonly number[],
  url: string,
  headers: Record<string, string>,
  count: number,
): Promise<number> {
  const spent = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = spent();
  const client = async () => {
    for (let n = 0; n < count / 16; n++) await (await fetch(url, { headers })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return ((spent() - before) / count) * 1e6;
}
