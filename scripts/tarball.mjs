// A package as a tarball: the same bytes for the same files, on every machine and at any time.
import { gzipSync } from 'node:zlib';

const block = 512;
/** npm's own date for packages: tar has no way to say that there is none. */
const when = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** `files`: content by path. Scripts in bin/ can be executed. */
export function tarball(files) {
  const parts = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, content]) => entry(path, content));
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
}

function entry(path, content) {
  const body = Buffer.from(content);
  return [
    headerOf(`package/${path}`, body.length),
    body,
    Buffer.alloc((block - (body.length % block)) % block),
  ];
}

function headerOf(name, size) {
  const cut = name.length > 100 ? name.lastIndexOf('/', 155) : -1;
  const [prefix, rest] = cut < 0 ? ['', name] : [name.slice(0, cut), name.slice(cut + 1)];
  if (rest.length > 100) throw new Error(`${name} is too long for a tarball`);
  const header = Buffer.alloc(block);
  const octal = (value, at, length) => header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  header.write(rest, 0);
  octal(name.startsWith('package/bin/') ? 0o755 : 0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(when, 136, 12);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  header.write(prefix, 345);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
}
