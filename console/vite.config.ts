import { type Endpoint, endpoints } from '@latchkey/contract';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const virtualRoutes = 'virtual:latchkey-routes';

/**
 * The contract's table of routes without its schemas, taken from the contract itself whenever the console is built:
 * zod and every schema would be a third of what the login page may weigh.
 */
function contractRoutes(): Plugin {
  const routes = Object.entries(endpoints as Record<string, Endpoint>).map(
    ([name, { method, path, csrf }]) => [name, { method, path, csrf }],
  );
  return {
    name: 'latchkey-routes',
    resolveId: (id) => (id === virtualRoutes ? `\0${virtualRoutes}` : undefined),
    load: (id) =>
      id === `\0${virtualRoutes}`
        ? `export default ${JSON.stringify(Object.fromEntries(routes))}`
        : undefined,
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractRoutes()],
  resolve: { conditions: ['@latchkey/source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/api': 'http://localhost:3000' } },
  build: { target: 'baseline-widely-available', manifest: true, reportCompressedSize: false },
});
