// Part of `npm run build` and `npm run check`: fails if a catalog lacks a key or a placeholder, or a plural a category.
import { catalogParts, checkCatalog, loadCatalog, translationsOf } from '../contract/dist/index.js';

const problems = [];
for (const part of catalogParts) {
  const english = await loadCatalog(part, 'en');
  for (const locale of translationsOf(part)) {
    const found = checkCatalog(locale, await loadCatalog(part, locale), english);
    problems.push(...found.map((problem) => `${locale}/${part}: ${problem}`));
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
