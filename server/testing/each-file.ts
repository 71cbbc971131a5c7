import { restartAddresses } from './client.ts';

// Files share the modules of their worker, but must not share their counters.
restartAddresses();
