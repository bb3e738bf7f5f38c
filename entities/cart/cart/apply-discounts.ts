import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { type BoundStatement, defer, statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { Step } from '#entities/platform/step/step.ts'
import { CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'
import { normalizeDiscountCode } from '#entities/promotions/discount/discount.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import {
  parseRedeemableDiscounts,
  type RedeemableRow,
  redeemableDiscountsStatement,
} from '#entities/promotions/discount/redeemable-discounts.ts'
import { assertDiscountUsable } from '#entities/promotions/discount/usable-discount.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import type { Cart } from './cart.ts'
import { selectCartOwnerSql } from './cart-customer.ts'

export const readDiscounts = async (
  em: EntityManager,
  codes: readonly string[],
  customer_id: string | null,
): Promise<RedeemableRow[]> => (codes.length > 0 ? readDiscountsOfCustomer(em, normalizeCodes(codes), customer_id) : [])

export const readDiscountsStatement = (
  codes: readonly string[],
  { id, email }: { id: string; email: string | null },
): BoundStatement<RedeemableRow> => readDiscountsOfCartOwner.with(normalizeCodes(codes), id, email)

export interface DiscountApplication {
  cart: Pick<Cart, 'id' | 'region_id' | 'customer_id'>
  /** All discounts that the cart then has. */
  discounts: readonly DiscountSnapshot[]
}

/** Plugins check the discounts of each cart and draft order. */
export const applyDiscountsStep = new Step<DiscountApplication>({
  moment: 'A caller of the store or an administrator gives discounts to a cart or a draft order.',
  context: { cart: '`id`, `region_id` and `customer_id`', discounts: 'all discounts that the cart then has' },
})

/** @throws NotFound for an unknown code. NotAllowed or InvalidData for a discount that the cart cannot use. */
export async function setDiscounts(
  em: EntityManager,
  cart: Pick<Cart, 'id' | 'type' | 'region_id' | 'customer_id'>,
  { requestedCodes, rows }: { requestedCodes: readonly string[]; rows: readonly RedeemableRow[] },
): Promise<DiscountSnapshot[]> {
  const codes = normalizeCodes(requestedCodes)
  const { discounts: found, customer_group_ids } = parseRedeemableDiscounts(rows, cart.customer_id ?? null)
  if (found.length !== codes.length)
    throw new NotFound(`Discounts with code [${codes.join(', ')}] was not found`).because({
      name: 'discount_unknown',
      codes: codes.join(', '),
    })
  // A customer has automatic discounts without a code. Clients send all codes of the cart again.
  const discounts = cart.type === 'default' ? found.filter(({ is_automatic }) => !is_automatic) : found
  for (const discount of discounts) {
    assertDiscountUsable(discount, { region_id: cart.region_id, customer_group_ids, now: now() })
  }
  // A cart can have free shipping and one other discount, the first one of the request, with which others can combine.
  const first = codes
    .map((code) => discounts.find((discount) => discount.code === code))
    .find((discount) => discount && !isFreeShipping(discount))
  const applied = discounts.filter(
    (discount) =>
      isFreeShipping(discount) ||
      discount === first ||
      (first?.rule.is_combinable === true && discount.rule.is_combinable),
  )
  const ids = applied.map((discount) => discount.id)
  if (ids.length > 0) await applyDiscountsStep.assertAllowed(em, { cart, discounts: applied })
  await defer(em, replaceCartDiscounts.with(cart.id, ids))
  if (ids.length > 0) applyDiscountsStep.addEffects(em, { cart, discounts: applied })
  return applied
}

const isFreeShipping = ({ rule }: DiscountSnapshot) => rule.type === 'free_shipping'

const normalizeCodes = (codes: readonly string[]) => [...new Set(codes.map(normalizeDiscountCode))]

const byCode = { discountFilter: 'd.code = any($1::text[])', conditionsSql: CONDITIONS_SQL }
const readDiscountsOfCustomer = redeemableDiscountsStatement({ ...byCode, customerIdSql: '$2' })
const readDiscountsOfCartOwner = redeemableDiscountsStatement({
  ...byCode,
  customerIdSql: selectCartOwnerSql({ cart: '$2', email: '$3' }),
})

export async function removeDiscount(em: EntityManager, cart: Row<Cart>, code: string): Promise<void> {
  cart.assertItemsChangeable()
  await deleteCartDiscount(em, cart.id, normalizeDiscountCode(code))
}

export const replaceCartDiscounts = statement<object, [cart_id: string, ids: readonly string[]]>(`
  with dropped as (delete from cart_discounts where cart_id = $1 and discount_id <> all($2::text[]))
  insert into cart_discounts (cart_id, discount_id) select $1, unnest($2::text[]) on conflict do nothing`)
const deleteCartDiscount = query((db, cart_id: string, code: string) =>
  db
    .deleteFrom('cart_discounts')
    .where('cart_id', '=', cart_id)
    .where('discount_id', 'in', db.selectFrom('discount').select('id').where('code', '=', code)),
)
