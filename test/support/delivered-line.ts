import type { Json } from './factories.ts'
import type { TestShop } from './shop.ts'

export interface DeliveredLine {
  order: Json
  item: Json
  path: string
}

export interface DeliveredLineOptions {
  region: Json
  /** Of a piece; its product is new where no variant is named. */
  price?: number
  quantity?: number
  /** Pieces that are packed and that are on their way: all where they are not named. */
  fulfilled?: number
  shipped?: number
  discounts?: readonly string[]
  gift_cards?: readonly string[]
  captured?: boolean
}

/** An order of one line that is paid, packed and on its way. */
export async function createDeliveredLine(
  shop: TestShop,
  {
    price = 1000,
    quantity = 1,
    fulfilled = quantity,
    shipped = fulfilled,
    captured = true,
    ...wanted
  }: DeliveredLineOptions,
): Promise<DeliveredLine> {
  const variant = await shop.given.regionalVariant(wanted.region, price)
  const order = await shop.given.order({ ...wanted, lines: [[variant, quantity]] })
  const em = shop.orm.em.fork()
  if (captured) {
    await em.execute('update payment set captured_at = now() where order_id = ?', [order.id])
    await em.execute(`update "order" set payment_status = 'captured' where id = ?`, [order.id])
  }
  const sql = 'update line_item set fulfilled_quantity = ?, shipped_quantity = ? where order_id = ?'
  await em.execute(sql, [fulfilled, shipped, order.id])
  return { order, item: order.items[0], path: `/admin/orders/${order.id}/claims` }
}

/** The body of a refund claim for a piece. */
export const refundClaimBody = ({ item }: DeliveredLine, over: Json = {}) => ({
  type: 'refund',
  claim_items: [{ item_id: item.id, quantity: 1, reason: 'missing_item' }],
  ...over,
})
