import type { Product, Variant } from '../api.ts'
import { isInStock } from './prices.ts'

/** An option of a product with its values in the order of the variants. */
export interface Choice {
  id: string
  title: string
  values: readonly { value: string; isInStock: boolean; variants: readonly Variant[] }[]
}

export const choicesOf = ({ options = [], variants = [] }: Product): Choice[] =>
  options.map(({ id, title }) => {
    const values = [...new Set(variants.flatMap((variant) => valueIn(variant, id) ?? []))]
    const withValue = (value: string) => variants.filter((variant) => valueIn(variant, id) === value)
    const choice = (value: string, found: Variant[]) => ({ value, variants: found, isInStock: found.some(isInStock) })
    return { id, title, values: values.map((value) => choice(value, withValue(value))) }
  })

export const valueIn = ({ options = [] }: Variant, option_id: string): string | undefined =>
  options.find((value) => value.option_id === option_id)?.value

/** The variant with these values by the ID of the option. */
export const findVariant = (
  { options = [], variants = [] }: Product,
  chosen: Readonly<Record<string, string>>,
): Variant | undefined => variants.find((variant) => options.every(({ id }) => valueIn(variant, id) === chosen[id]))
