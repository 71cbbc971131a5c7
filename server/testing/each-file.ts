import { restartAddresses } from './client.ts';

// Files share the modules of their worker, and must not share what those count.
restartAddresses();
