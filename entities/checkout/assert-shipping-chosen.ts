import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { sentLinesOf } from '#entities/cart/shipping/offered-option.ts'
import { InvalidData } from '#entities/errors.ts'

/**
 * Each shipping profile of the lines needs a shipping method, if customers can choose one for it. Gift cards are codes
 * and need none. Reads the database only if a method is missing.
 * @throws InvalidData with the titles of the lines
 */
export async function assertShippingChosen(em: EntityManager, cart: CartSnapshot): Promise<void> {
  const chosen = new Set(cart.shipping_methods.map(({ shipping_option }) => shipping_option.profile_id))
  const unsent = sentLinesOf(cart).filter(
    ({ variant, is_giftcard }) => variant && !is_giftcard && !chosen.has(variant.product.profile_id),
  )
  if (unsent.length === 0) return
  const offered = new Set((await selectOfferedProfiles(em, cart.id, cart.region_id)).map(({ id }) => id))
  const lines = unsent.filter(({ variant }) => variant && offered.has(variant.product.profile_id))
  if (lines.length === 0) return
  const titles = [...new Set(lines.map(({ title }) => title))].join(', ')
  throw new InvalidData(`Choose a shipping option for these products: ${titles}`).because({
    name: 'shipping_missing',
    titles,
  })
}

/** Returns nothing if the shop sells without shipping. Options with a price for this cart replace the others. */
const selectOfferedProfiles = statement<{ id: string }, [cart_id: string, region_id: string]>(`
  with custom as (select shipping_option_id as id from custom_shipping_option where cart_id = $1)
  select distinct o.profile_id as id from shipping_option o, store
  where store.requires_shipping and o.region_id = $2 and o.deleted_at is null and not o.is_return
    and case when exists (select from custom) then o.id in (select id from custom) else not o.admin_only end`)
