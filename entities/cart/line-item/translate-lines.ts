import type { EntityManager } from '@mikro-orm/postgresql'
import { textsInLocale } from '#entities/market/language/texts-in-locale.ts'
import type { CartLineSnapshot, CartSnapshot } from '../cart/read-cart.ts'

export interface TitledVariant {
  id: string
  title: string
  product: { id: string; title: string }
}

/** Returns a function for the titles of a line in the language of its cart or its order. */
export async function lineTitlesIn(em: EntityManager, locale: unknown, variants: readonly TitledVariant[]) {
  const ids = variants.flatMap(({ id, product }) => [id, product.id])
  const textOf = await textsInLocale(em, locale, ids)
  return (variant: TitledVariant) => ({
    title: textOf(variant.product, 'title') ?? variant.product.title,
    description: textOf(variant, 'title') ?? variant.title,
  })
}

/**
 * Gives lines the titles of their products in the language of the cart, `context.locale`. An order keeps these titles. Lines without
 * a variant keep their own.
 */
export async function translateLines(
  em: EntityManager,
  { context }: Pick<CartSnapshot, 'context'>,
  lines: readonly CartLineSnapshot[],
): Promise<void> {
  if (typeof context?.locale !== 'string') return
  const titlesOf = await lineTitlesIn(
    em,
    context.locale,
    lines.flatMap(({ variant }) => variant ?? []),
  )
  for (const line of lines) if (line.variant) Object.assign(line, titlesOf(line.variant))
}
