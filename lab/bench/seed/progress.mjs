const width = 30;

/** One line per step: a progress bar on a terminal, only the result elsewhere. */
export function startStep(name, total) {
  const began = performance.now();
  let shown = 0;
  const line = (done) => {
    const seconds = (performance.now() - began) / 1000;
    const filled = Math.round((width * done) / Math.max(total, 1));
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    const left = done > 0 && done < total ? `, ${Math.ceil((seconds * (total - done)) / done)} s left` : '';
    return `${name.padEnd(26)} ${bar} ${done.toLocaleString('en')} in ${seconds.toFixed(1)} s${left}`;
  };
  const { isTTY } = process.stdout;
  if (isTTY) process.stdout.write(line(0));
  return {
    reach(done) {
      if (!isTTY || performance.now() - shown < 100) return;
      shown = performance.now();
      process.stdout.write(`\r${line(done)}\x1b[K`);
    },
    end() {
      process.stdout.write(`${isTTY ? '\r' : ''}${line(total)}${isTTY ? '\x1b[K' : ''}\n`);
    },
  };
}
