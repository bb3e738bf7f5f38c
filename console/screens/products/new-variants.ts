import type { NewOption } from './new-options.tsx'
import { type PriceByCurrency, priceInputs } from './variant-prices.ts'

interface NewVariants {
  title: string
  options: readonly NewOption[]
  prices: PriceByCurrency
  /** Of each variant. */
  stock: number | null
}

/** The input for one variant of each combination of option values, or for one variant with the title of the product. */
export function newVariants({ title, options, prices, stock }: NewVariants) {
  return combinationsOf(options.map(({ values }) => values)).map((values) => ({
    title: values.join(' / ') || title,
    prices: priceInputs([], prices),
    ...(typeof stock === 'number' ? { inventory_quantity: stock } : {}),
    options: values.map((value) => ({ value })),
  }))
}

/** `[['S', 'M'], ['red']]` has the combinations `['S', 'red']` and `['M', 'red']`. */
function combinationsOf(lists: readonly (readonly string[])[]): string[][] {
  return lists
    .filter((values) => values.length > 0)
    .reduce<string[][]>((found, values) => found.flatMap((row) => values.map((value) => [...row, value])), [[]])
}
