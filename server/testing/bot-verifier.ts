import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { atEnd } from './lifetime.ts';
import { closed, listen } from './net.ts';

/** What a widget's service was asked, and what it answers next. */
export type BotVerifier = {
  url: string;
  asked: Record<string, string>[];
  /** Tokens that begin with `good` are, unless it answers something else or nothing at all. */
  mood: 'well' | 'silent' | 'broken';
};

/** Stands where Turnstile and hCaptcha say whether a token is good. */
export async function startBotVerifier(): Promise<BotVerifier> {
  const server = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    verifier.asked.push(form);
    if (verifier.mood === 'silent') return;
    if (verifier.mood === 'broken') return void response.writeHead(502).end('<h1>Bad gateway</h1>');
    const success = form.secret === 'bot-secret' && form.response?.startsWith('good') === true;
    const body = { success, 'error-codes': form.secret === 'bot-secret' ? [] : ['invalid-input-secret'] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const verifier: BotVerifier = { url: '', asked: [], mood: 'well' };
  verifier.url = `http://127.0.0.1:${await listen(server, 0)}/siteverify`;
  atEnd(async () => {
    server.closeAllConnections();
    await closed(server);
  });
  return verifier;
}
