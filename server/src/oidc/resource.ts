/** RFC 8707: an absolute URI without a fragment. */
export function isResource(value: string): boolean {
  return value.length <= 2000 && !value.includes('#') && URL.canParse(value) && !/[\s\p{Cc}]/u.test(value);
}
