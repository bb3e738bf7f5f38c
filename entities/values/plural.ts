/** Counts in an English message: `counted(2, 'product')` is `2 products`. */
export const counted = (count: number, one: string, other = `${one}s`): string =>
  `${count} ${count === 1 ? one : other}`
