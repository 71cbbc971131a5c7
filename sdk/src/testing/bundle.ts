import { fileURLToPath } from 'node:url';
import { type OutputOptions, rolldown } from 'rolldown';

/** What a page that uses this SDK module loads, minified, and the modules in it. */
export async function bundleOf(entry: string, more: { external?: string[]; output?: OutputOptions } = {}) {
  const input = fileURLToPath(new URL(`../${entry}`, import.meta.url));
  const { external = [], output: as = { format: 'esm' } } = more;
  const bundle = await rolldown({ input, external, platform: 'browser' });
  const { output } = await bundle.generate({ minify: true, ...as });
  await bundle.close();
  return { code: output[0].code, modules: output[0].moduleIds };
}
