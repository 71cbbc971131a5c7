import { fileURLToPath } from 'node:url';

// In this repository, the SDK is a link to its folder. With the package from the registry, you don't need this.
export default { turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) } };
