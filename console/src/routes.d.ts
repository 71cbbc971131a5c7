declare module 'virtual:latchkey-routes' {
  import type { Routes } from '@latchkey/sdk';

  const routes: Routes;
  export default routes;
}
