import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import { UsageError } from '../output.ts';

const Manifest = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      Size: z.number(),
      'Checksum-Algorithm': z.string().optional(),
      Checksum: z.string().optional(),
    }),
  ),
  'Manifest-Checksum': z.string(),
});

const lastLine = '"Manifest-Checksum"';

/** Compares the files of a base backup with what pg_basebackup noted of them. How many; undefined: it noted nothing. */
export async function compareWithManifest(data: string, manifest: string): Promise<number | undefined> {
  const text = await readFile(manifest).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!text) return undefined;
  const { Files } = parse(text);
  for (const { Path, Size, Checksum, 'Checksum-Algorithm': algorithm } of Files) {
    if (Path === undefined) continue;
    const file = join(data, Path);
    const size = await stat(file).then(
      (found) => found.size,
      () => undefined,
    );
    if (size === undefined) throw damaged(`${Path} is missing`);
    if (size !== Size) throw damaged(`${Path} has ${size} bytes instead of ${Size}`);
    if (Checksum && algorithm && (await checksumOf(file, algorithm)) !== Checksum.toLowerCase())
      throw damaged(`${Path} has changed`);
  }
  return Files.length;
}

function parse(text: Buffer): z.infer<typeof Manifest> {
  try {
    const manifest = Manifest.parse(JSON.parse(text.toString()));
    const told = Buffer.from(manifest['Manifest-Checksum'], 'hex');
    const found = createHash('sha256')
      .update(text.subarray(0, text.lastIndexOf(lastLine)))
      .digest();
    if (equalSecrets(told, found)) return manifest;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
  }
  throw damaged('its manifest has changed');
}

function damaged(how: string): UsageError {
  return new UsageError(`The base backup is damaged: ${how}.`);
}

async function checksumOf(file: string, algorithm: string): Promise<string> {
  const hash: Checksum = algorithm === 'CRC32C' ? new Crc32c() : createHash(algorithm);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

type Checksum = { update(bytes: Buffer): void; digest(encoding: 'hex'): string };

/** What pg_basebackup uses unless told otherwise. Node.js has only the other CRC-32. */
class Crc32c {
  static readonly #table = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
    return value;
  });
  #value = -1;

  update(bytes: Buffer): void {
    const table = Crc32c.#table;
    let value = this.#value;
    for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
    this.#value = value;
  }

  /** In the order of the bytes in memory, as PostgreSQL writes it. */
  digest(encoding: 'hex'): string {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(~this.#value);
    return bytes.toString(encoding);
  }
}
