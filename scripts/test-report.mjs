// A vitest reporter: writes what `npm test` counts to the file that LATCHKEY_REPORT names. Vitest's own JSON says nothing
// about errors outside of tests.
import { writeFileSync } from 'node:fs';

export default class Report {
  onTestRunEnd(modules, errors) {
    const files = modules.map((file) => ({
      name: file.moduleId,
      ms: Math.round(file.diagnostic().duration),
      faults: [file, ...file.children.allSuites()].flatMap((each) => each.errors()).map(firstLine),
      tests: [...file.children.allTests()].map((test) => ({
        name: test.fullName,
        state: test.result().state,
      })),
    }));
    writeFileSync(process.env.LATCHKEY_REPORT, JSON.stringify({ files, outside: errors.map(firstLine) }));
  }
}

const firstLine = ({ message }) => `${message}`.split('\n')[0];
