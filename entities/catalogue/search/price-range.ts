import type { PriceRange } from './search-port.ts'

/** Returns the operators and numbers of the given bounds. */
export const boundsOf = ({ gt, gte, lt, lte }: PriceRange): [operator: string, bound: number][] => [
  ...bound('>', gt),
  ...bound('>=', gte),
  ...bound('<', lt),
  ...bound('<=', lte),
]

const bound = (operator: string, value: number | undefined): [string, number][] =>
  value === undefined ? [] : [[operator, value]]
