import { fileURLToPath } from 'node:url';

// The SDK is a link to its folder in this repository. With the package from the registry you need none of this.
export default { turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) } };
