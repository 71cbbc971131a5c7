import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { single } from '../src/report/section.mjs';

const sampleMs = 250;

/**
 * The whole trail in one file: how long it takes, and what it does to the service's memory.
 * @param {import('./subject.mjs').Subject} subject
 * @param {number} entries after which to stop, if any
 */
export async function exportEverything({ service, keys }, entries) {
  const before = residentMb(service.pid);
  const samples = [];
  const sampling = setInterval(() => samples.push(residentMb(service.pid)), sampleMs);
  const from = performance.now();
  const lines = await read(
    `${service.url}/api/admin/audit-logs/export?organizationId=all`,
    keys.admin,
    entries,
  );
  const seconds = (performance.now() - from) / 1000;
  clearInterval(sampling);
  const half = Math.floor(samples.length / 2);
  const [first, second] = [samples.slice(0, half), samples.slice(half)].map((some) => Math.max(...some));
  return {
    lines: [
      {
        id: 'growth.export.memory',
        text: `export of ${lines.toLocaleString('en')} entries: the service's memory at most, second half beside the first`,
        unit: '×',
        spread: single(second / first),
        target: { max: 1.2 },
      },
    ],
    tables: [
      {
        caption: 'The audit trail in one file.',
        columns: [
          '',
          'entries',
          'seconds',
          'entries/s',
          'MB before',
          'MB at most, first half',
          'second half',
        ],
        digits: [0, 0, 0, 0, 0, 0, 0],
        rows: [['export', lines, seconds, lines / seconds, before, first, second]],
      },
    ],
  };
}

function residentMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Reads as fast as data comes, and counts lines. */
function read(url, key, most) {
  return new Promise((resolve, reject) => {
    let lines = -1;
    const request = get(url, { headers: { Authorization: `Bearer ${key}` } }, (response) => {
      response.on('data', (chunk) => {
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
        if (lines < most) return;
        resolve(lines);
        request.destroy();
      });
      response.once('end', () => resolve(lines));
      response.once('error', (error) => (lines < most ? reject(error) : undefined));
    });
    request.once('error', reject);
  });
}
