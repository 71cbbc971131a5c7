import closeWithGrace from 'close-with-grace';
import { banner } from '../banner.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../logger.ts';
import { serve } from '../serve.ts';

const graceMs = 10_000;

export async function serveUntilStopped(config: Config): Promise<void> {
  const log = createLogger(config);
  const running = await serve(config, log);
  closeWithGrace({ delay: graceMs, logger: false }, async ({ err, signal }) => {
    if (err) log.fatal({ err }, 'stopping after an error');
    else log.info({ signal }, 'stopping');
    await running.close();
  });
  if (config.environment === 'development') console.log(banner(config));
  else log.info({ address: running.address }, 'listening');
}
