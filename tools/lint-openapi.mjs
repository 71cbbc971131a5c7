// `npm run lint:openapi`: what Redocly and Spectral say about the OpenAPI document, as it is served in development and in
// production. Warnings fail it like errors; what is waived, and why, stands in .redocly.lint-ignore.yaml.
import { installTools, root, runTool } from './src/install.mjs';

installTools();
const { writeDocuments } = await import('./src/documents.mjs');
const files = writeDocuments();
const inTools = { cwd: `${root}tools` };
const clean = [
  runTool('redocly', ['lint', '--config', 'redocly.yaml', '--max-problems', '500', ...files], inTools),
  runTool('spectral', ['lint', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', ...files], inTools),
];
process.exit(clean.every(Boolean) ? 0 : 1);
