// `npm run lab -- openapi`: runs Redocly and Spectral on the OpenAPI document, as served in development and in
// production. Warnings fail it like errors; .redocly.lint-ignore.yaml lists what is waived, and why.
import { installTools, runTool, tools } from './src/install.mjs';

installTools();
const { writeDocuments } = await import('./src/documents.mjs');
const files = writeDocuments();
const inTools = { cwd: tools };
const clean = [
  runTool('redocly', ['lint', '--config', 'redocly.yaml', '--max-problems', '500', ...files], inTools),
  runTool('spectral', ['lint', '--ruleset', 'spectral.yaml', '--fail-severity', 'hint', ...files], inTools),
];
process.exit(clean.every(Boolean) ? 0 : 1);
