import type { EntityManager } from '@mikro-orm/postgresql'
import { negotiate } from '#entities/market/language/language.ts'
import { languagesOf } from '#entities/market/language/shop-languages.ts'
import { findTranslations } from '#entities/platform/translation/translation.ts'
import type { CartLineSnapshot, CartSnapshot } from '../cart/read-cart.ts'

/**
 * Gives lines the titles of their products in the language of the cart, `context.locale`. An order keeps these titles. Lines without
 * a variant keep their own.
 */
export async function translateLines(
  em: EntityManager,
  { context }: Pick<CartSnapshot, 'context'>,
  lines: readonly CartLineSnapshot[],
): Promise<void> {
  const locale = context?.locale
  const languages = typeof locale === 'string' && lines.length > 0 ? await languagesOf(em) : undefined
  if (!languages || typeof locale !== 'string') return
  const { chain } = negotiate(languages, locale)
  const sold = lines.flatMap(({ variant }) => (variant ? [variant.id, variant.product.id] : []))
  const found = chain.length > 0 && sold.length > 0 ? await findTranslations(em, [...new Set(sold)], chain) : []
  const titles = new Map(found.map(({ row_id, language, texts }) => [`${row_id} ${language}`, texts.title]))
  const titleOf = ({ id, title }: { id: string; title: string }) =>
    chain.map((language) => titles.get(`${id} ${language}`)).find((text) => text !== undefined) ?? title
  for (const line of lines)
    if (line.variant) Object.assign(line, { title: titleOf(line.variant.product), description: titleOf(line.variant) })
}
