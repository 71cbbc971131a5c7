import { startSmtp } from '@latchkey/server/testing/email';

/** One mailbox for everyone, which remembers who got mail. */
export async function startMailbox() {
  const got = new Set<string>();
  const behavior = { delayMs: 0, refuse: false };
  const smtp = await startSmtp({
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        if (behavior.refuse) return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        for (const { address } of session.envelope.rcptTo) got.add(address);
        setTimeout(done, behavior.delayMs);
      });
    },
  });
  return { url: smtp.url, got, behavior, close: smtp.close };
}
