/** "1 member", "1,204 members". */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : several}`;
}
