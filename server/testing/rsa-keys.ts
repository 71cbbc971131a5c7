import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../node_modules/.cache/latchkey-test-keys/', import.meta.url));

/** The RSA key of this name. Making one takes up to a second, so they are kept from run to run. */
export function rsaKey(name: string, bits = 2048): KeyObject {
  const path = `${folder}${name.replace(/\W+/g, '-')}-${bits}.pem`;
  try {
    return createPrivateKey(readFileSync(path));
  } catch {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
    mkdirSync(folder, { recursive: true });
    // Another worker may read it while it is written.
    writeFileSync(`${path}.${process.pid}`, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      mode: 0o600,
    });
    renameSync(`${path}.${process.pid}`, path);
    return privateKey;
  }
}
