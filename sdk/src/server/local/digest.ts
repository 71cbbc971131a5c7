/** The part of `node:crypto` this needs. `hash` came with Node.js 20.12. */
type NodeCrypto = {
  hash?(algorithm: 'sha256', text: string, encoding: 'base64'): string;
  createHash(algorithm: 'sha256'): { update(text: string): { digest(encoding: 'base64'): string } };
};
type Runtime = { process?: { getBuiltinModule?(name: 'node:crypto'): NodeCrypto | undefined } };

const node = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto');

/** Its SHA-256. A promise where only Web Crypto is at hand. */
export const sha256: (text: string) => string | Promise<string> = !node
  ? ofTheWeb
  : node.hash
    ? (text) => node.hash?.('sha256', text, 'base64') ?? ''
    : (text) => node.createHash('sha256').update(text).digest('base64');

async function ofTheWeb(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
