import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, jsonListSql } from '#database/json-rows.ts'
import { statement } from '#database/statement.ts'
import { AUTOMATIC_IDS_SQL } from '#entities/promotions/discount/automatic-discounts.ts'
import { CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { byTimeOfCreation, type CartSnapshot } from './read-cart.ts'

/** A request may have changed the customer or the region of the cart, or may have created it. Flush these changes first. */
export async function refreshAutomaticDiscounts(em: EntityManager, cart: CartSnapshot): Promise<void> {
  if (!cart.has_automatic_discounts) return
  const [row] = await selectAutomaticDiscounts(em, cart.id)
  const automatic = fromJson<DiscountSnapshot[]>(row?.discounts ?? [], { entity: Discount })
  cart.discounts = [...cart.discounts.filter(({ is_automatic }) => !is_automatic), ...automatic].sort(byTimeOfCreation)
}

const selectAutomaticDiscounts = statement<{ discounts: unknown }, [cart_id: string]>(`
  select ${jsonListSql(`
    select d.*, r as rule, ${CONDITIONS_SQL} as conditions from discount d join discount_rule r on r.id = d.rule_id
    where d.id in (${AUTOMATIC_IDS_SQL})`)} as discounts
  from cart c where c.id = $1`)
