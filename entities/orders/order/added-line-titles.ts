import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { SellableVariant } from '#entities/cart/line-item/sellable-variants.ts'
import { lineTitlesIn } from '#entities/cart/line-item/translate-lines.ts'
import { languagesOf } from '#entities/market/language/shop-languages.ts'

/** Returns a function for the titles of lines that are added to an order later, in the language of the order. */
export async function addedLineTitles(
  em: EntityManager,
  { cart_id }: { cart_id?: string | null },
  variants: ReadonlyMap<string, SellableVariant>,
) {
  const [found] = cart_id && (await languagesOf(em)) ? await selectLocale(em, cart_id) : []
  return lineTitlesIn(em, found?.locale, [...variants.values()])
}

const selectLocale = statement<{ locale: string | null }, [cartId: string]>(
  "select context ->> 'locale' as locale from cart where id = $1",
)
