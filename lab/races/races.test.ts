import { runRaces } from './run-races.ts';

// The test command runs the short form of these.
runRaces(2);
