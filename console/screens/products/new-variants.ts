import type { Readable } from '#console/components/form/entered.ts'
import type { NewOption } from './new-options.tsx'
import type { NewVariantValues } from './new-product-values.ts'
import { type PriceByCurrency, priceInputs } from './variant-prices.ts'

interface NewVariants {
  title: string
  options: readonly NewOption[]
  prices: PriceByCurrency
  /** Of each variant. */
  stock: number | null
  sku: string
  /** The values of single variants, by their key. */
  rows: Record<string, Readable<NewVariantValues>>
  /** Of the costs. */
  currency: string
}

/** The input for one variant of each combination of option values, or for one variant with the title of the product. */
export function newVariants({ title, options, prices, stock, sku, rows, currency }: NewVariants) {
  const combinations = newCombinations(options)
  return combinations.map(({ key, values }) => {
    const row = rows[key]
    const quantity = row?.inventory_quantity ?? stock
    const ownSku = combinations.length > 1 || values.length > 0 ? row?.sku : sku
    return {
      title: values.join(' / ') || title,
      prices: priceInputs([], { ...prices, ...withoutEmpty(row?.prices ?? {}) }),
      ...(typeof quantity === 'number' ? { inventory_quantity: quantity } : {}),
      ...(ownSku ? { sku: ownSku } : {}),
      ...(row?.ean ? { ean: row.ean } : {}),
      ...(row?.thumbnail ? { thumbnail: row.thumbnail } : {}),
      ...(row?.cost == null ? {} : { cost_amount: row.cost, cost_currency_code: currency }),
      options: values.map((value) => ({ value })),
    }
  })
}

const withoutEmpty = (prices: PriceByCurrency): PriceByCurrency =>
  Object.fromEntries(Object.entries(prices).filter(([, amount]) => amount != null))

/** The combinations of option values. The key is the same as long as the values are. */
export const newCombinations = (options: readonly NewOption[]): { key: string; values: string[] }[] =>
  combinationsOf(options.map(({ values }) => values)).map((values) => ({ key: keyOf(values), values }))

/** A dot would separate the parts of a path. */
const keyOf = (values: readonly string[]): string => encodeURIComponent(JSON.stringify(values)).replaceAll('.', '%2E')

/** `[['S', 'M'], ['red']]` has the combinations `['S', 'red']` and `['M', 'red']`. */
function combinationsOf(lists: readonly (readonly string[])[]): string[][] {
  return lists
    .filter((values) => values.length > 0)
    .reduce<string[][]>((found, values) => found.flatMap((row) => values.map((value) => [...row, value])), [[]])
}
