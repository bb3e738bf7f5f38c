import { announce, type Effect, NotAllowed, type PriceContext, type Rule, rowWithFields, statement } from 'cartwright'
import { fields } from './digital-key.ts'

/** Refuses a cart before its payment. Only the effect takes keys. */
export const requireKeys: Rule<'cart.complete'> = async ({ cart, em }) => {
  const lines = digitalLinesOf(cart)
  if (lines.length === 0) return
  const rows = await selectFreeKeys(
    em,
    lines.map(({ variant_id }) => variant_id ?? ''),
  )
  const free = new Map(rows.map(({ variant_id, count }) => [variant_id, count]))
  for (const { variant_id, quantity, title } of lines) {
    const left = (free.get(variant_id ?? '') ?? 0) - quantity
    if (left < 0) throw soldOut(title)
    free.set(variant_id ?? '', left)
  }
}

export const deliverKeys: Effect<'cart.complete'> = async ({ cart, order, em }) => {
  const lines = digitalLinesOf(cart)
  if (lines.length === 0) return
  const { customer_id, email } = cart
  const order_id = order?.id ?? null
  for (const { id, variant_id, quantity, title } of lines) {
    const keys = await takeKeys(em, id, order_id, customer_id, variant_id, quantity)
    if (keys.length < quantity) throw soldOut(title)
  }
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (order) await announce(em, 'digital-goods.delivered', { id: order.id, email: email ?? '', count })
}

export const revokeKeys: Effect<'order.cancel'> = async ({ order, em }) => {
  await revokeKeysOfOrder(em, order.id)
}

const soldOut = (title: string) => new NotAllowed(`${title} is sold out`)

/** Returns nothing for most carts, which then cost no statement. A swap also has the lines that the customer returns. */
const digitalLinesOf = ({ items }: PriceContext['cart']) =>
  items.filter(({ is_return, variant }) => !is_return && variant && rowWithFields(variant, fields.variant).is_digital)

const selectFreeKeys = statement<{ variant_id: string; count: number }>(`
  select variant_id, count(*)::int as count from digital_key
  where variant_id = any($1::text[]) and item_id is null group by variant_id`)

/** Orders do not wait for each other: a key that another order takes is skipped. */
const takeKeys = statement<{ id: string }>(`
  update digital_key set item_id = $1, order_id = $2, customer_id = $3, updated_at = now() where id in (
    select id from digital_key where variant_id = $4 and item_id is null order by id limit $5 for update skip locked)
  returning id`)

/** A revoked key is not sold again, because the buyer has seen it. */
const revokeKeysOfOrder = statement(
  'update digital_key set revoked_at = now(), updated_at = now() where order_id = $1 and revoked_at is null',
)
