// Part of `npm run build` and `npm run check`: fails if a catalog lacks a key or a placeholder, or a plural a category.
import { catalogParts } from '../contract/dist/index.js';
import { checkCatalog, english, loadCatalog, translationsOf } from '../contract/dist/locales/index.js';

const problems = [];
for (const part of catalogParts) {
  for (const locale of ['en', ...translationsOf(part)]) {
    const found = checkCatalog(locale, await loadCatalog(part, locale), english[part]);
    problems.push(...found.map((problem) => `${locale}/${part}: ${problem}`));
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
