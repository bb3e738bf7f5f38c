import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { fromJson } from '#database/json-row.ts'
import type { Row } from '#database/rows.ts'
import { type BoundStatement, defer, statement } from '#database/statement.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { admitsCustomer } from '#entities/promotions/discount/conditions.ts'
import { CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'
import { normalizeDiscountCode } from '#entities/promotions/discount/discount.ts'
import type { Cart } from './cart.ts'
import { cartOwnerSql } from './cart-customer.ts'
import type { DiscountSnapshot } from './read-cart.ts'

export interface ApplicableDiscount extends DiscountSnapshot {
  region_ids: string[]
}

/** `customer_group_ids` is null for a cart without a customer. */
export interface Redeemer {
  region_id: string
  customer_group_ids: readonly string[] | null
  now: Date
}

export const readDiscounts = async (
  em: EntityManager,
  codes: readonly string[],
  customer_id: string | null,
): Promise<RedeemableRow[]> => (codes.length > 0 ? readRedeemable(em, normalizeCodes(codes), customer_id) : [])

export const readDiscountsStatement = (
  codes: readonly string[],
  { id, email }: { id: string; email: string | null },
): BoundStatement<RedeemableRow> => readRedeemableFor.with(normalizeCodes(codes), id, email)

/** @throws NotFound for an unknown code. NotAllowed or InvalidData for a discount that the cart cannot use. */
export async function setDiscounts(
  em: EntityManager,
  cart: Pick<Cart, 'id' | 'region_id' | 'customer_id'>,
  { requestedCodes, rows }: { requestedCodes: readonly string[]; rows: readonly RedeemableRow[] },
): Promise<DiscountSnapshot[]> {
  const codes = normalizeCodes(requestedCodes)
  const { discounts, customer_group_ids } = parseRedeemableDiscounts(rows, cart.customer_id ?? null)
  if (discounts.length !== codes.length) throw new NotFound(`Discounts with code [${codes.join(', ')}] was not found`)
  for (const discount of discounts) {
    assertDiscountUsable(discount, { region_id: cart.region_id, customer_group_ids, now: now() })
  }
  const main = codes.map((code) => discounts.find((d) => d.code === code)).find((d) => d && !shipsFree(d))
  const applied = discounts.filter((discount) => shipsFree(discount) || discount === main)
  const ids = applied.map((discount) => discount.id)
  await defer(em, replaceDiscounts.with(cart.id, ids))
  return applied
}

const shipsFree = ({ rule }: DiscountSnapshot) => rule.type === 'free_shipping'

const normalizeCodes = (codes: readonly string[]) => [...new Set(codes.map(normalizeDiscountCode))]

/** @throws NotAllowed or InvalidData */
export function assertDiscountUsable(
  discount: ApplicableDiscount,
  { region_id, customer_group_ids, now }: Redeemer,
): void {
  const { code, usage_limit, starts_at, ends_at, is_disabled, region_ids, conditions } = discount
  if (usage_limit !== null && discount.usage_count >= usage_limit) {
    throw new NotAllowed(`Discount ${code} has been used maximum allowed times`)
  }
  if (starts_at > now) throw new NotAllowed(`Discount ${code} is not valid yet`)
  if (ends_at !== null && ends_at < now) throw new NotAllowed(`Discount ${code} is expired`)
  if (is_disabled) throw new NotAllowed(`The discount code ${code} is disabled`)
  const isForGroups = conditions.some((condition) => condition.type === 'customer_groups')
  if (isForGroups && customer_group_ids === null)
    throw new NotAllowed(`Discount ${code} is only valid for specific customer`)
  if (!region_ids.includes(region_id)) throw new InvalidData('The discount is not available in current region')
  if (!admitsCustomer(customer_group_ids, conditions))
    throw new NotAllowed(`Discount ${code} is not valid for customer`)
}

export interface RedeemableRow {
  discounts: unknown
  customer_group_ids: string[]
}

interface Redeemable {
  discounts: ApplicableDiscount[]
  customer_group_ids: string[] | null
}

export function parseRedeemableDiscounts([row]: readonly RedeemableRow[], customer_id: string | null): Redeemable {
  const { discounts = [], customer_group_ids = [] } = row ?? {}
  return { discounts: fromJson(discounts), customer_group_ids: customer_id === null ? null : customer_group_ids }
}

/** `which` is a condition in SQL on the discount `d`. `customer_id` is an expression in SQL. */
export const redeemableDiscountsStatement = ({
  which,
  conditions,
  customer_id,
}: Record<'which' | 'conditions' | 'customer_id', string>) =>
  statement<RedeemableRow>(`
    select
      coalesce((select json_agg(x) from (
        select d.*, r as rule, ${conditions} as conditions,
          array(select region_id from discount_regions where discount_id = coalesce(d.parent_discount_id, d.id)) as region_ids
        from discount d join discount_rule r on r.id = d.rule_id
        where d.deleted_at is null and ${which}) x), '[]') as discounts,
      array(select customer_group_id from customer_group_customers where customer_id = ${customer_id}) as customer_group_ids`)

const byCode = { which: 'd.code = any($1::text[])', conditions: CONDITIONS_SQL }
const readRedeemable = redeemableDiscountsStatement({ ...byCode, customer_id: '$2' })
const readRedeemableFor = redeemableDiscountsStatement({
  ...byCode,
  customer_id: cartOwnerSql({ cart: '$2', email: '$3' }),
})

export async function removeDiscount(em: EntityManager, cart: Row<Cart>, code: string): Promise<void> {
  cart.assertItemsChangeable()
  await detachDiscount(em, cart.id, normalizeDiscountCode(code))
}

const replaceDiscounts = statement(`
  with dropped as (delete from cart_discounts where cart_id = $1 and discount_id <> all($2::text[]))
  insert into cart_discounts (cart_id, discount_id) select $1, unnest($2::text[]) on conflict do nothing`)
const detachDiscount = statement(
  'delete from cart_discounts where cart_id = $1 and discount_id in (select id from discount where code = $2)',
)
