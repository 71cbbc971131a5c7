import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { single } from '../src/report/section.mjs';

const sampleMs = 250;

/**
 * The whole trail in one file: how long it takes, and what becomes of the service's memory meanwhile.
 * @param {import('./subject.mjs').Subject} subject
 * @param {number} entries after which it is broken off, if any
 */
export async function exportEverything({ service, keys }, entries) {
  const resident = () => residentMb(service.pid);
  const before = resident();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, resident());
  }, sampleMs);
  const from = performance.now();
  const lines = await read(
    `${service.url}/api/admin/audit-logs/export?organizationId=all`,
    keys.admin,
    entries,
  );
  const seconds = (performance.now() - from) / 1000;
  clearInterval(sampling);
  return {
    lines: [
      {
        id: 'growth.export.memory',
        text: `export of ${lines.toLocaleString('en')} entries: what the service's memory grew by at most`,
        unit: 'MB',
        spread: single(most - before),
        target: { max: 64 },
      },
    ],
    tables: [
      {
        caption: 'The audit trail in one file.',
        columns: ['entries', 'seconds', 'entries/s', 'resident MB before', 'resident MB at most'],
        digits: [0, 0, 0, 0, 0],
        rows: [[lines, seconds, lines / seconds, before, most]],
      },
    ],
  };
}

function residentMb(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Reads as fast as it comes, and counts lines. */
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
