/** The texts of the service in every language. A package of its own: a page's script must not contain them. */
export { catalogOf, english, loadCatalog, translationsOf } from './catalogs.ts';
export { checkCatalog, unknownNames } from './check-catalog.ts';
