import { runRaces } from './run-races.ts';

runRaces(1);
