import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { addReference } from '../../../server/dist/http/reference.js';

const folder = fileURLToPath(new URL('../.openapi', import.meta.url));

const forms = {
  development: { baseUrl: 'http://localhost:3000', production: false },
  production: { baseUrl: 'https://auth.example.com', production: true },
};

/** The OpenAPI document as the service would serve it under this configuration. */
function served(config) {
  const handlers = {};
  const app = { get: (path, handler) => Object.assign(handlers, { [path]: handler }) };
  addReference(app, { ...config, apiDocs: true });
  const reply = { type: () => reply, send: (text) => text };
  return handlers['/api/openapi.json']({}, reply);
}

/** Writes each form to a file, always in the same place: waivers refer to the file and the place in it. */
export function writeDocuments() {
  mkdirSync(folder, { recursive: true });
  return Object.entries(forms).map(([name, config]) => {
    writeFileSync(`${folder}/${name}.json`, JSON.stringify(JSON.parse(served(config)), null, 2));
    return `${folder}/${name}.json`;
  });
}
