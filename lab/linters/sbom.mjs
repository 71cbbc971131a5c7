// `npm run lab -- sbom`: lists every package installed to run Latchkey, as CycloneDX JSON in sbom.json.
import { installTools, runTool } from './src/install.mjs';

installTools();
const written = runTool('cyclonedx-npm', [
  '--omit',
  'dev',
  '--output-reproducible',
  '--output-format',
  'JSON',
  '--output-file',
  'sbom.json',
]);
if (written) console.log('Written to sbom.json.');
process.exit(written ? 0 : 1);
