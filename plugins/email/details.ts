import type { EntityManager } from '@mikro-orm/postgresql'
import { type Message, readPricedCart, statement } from 'cartwright'
import type { ItemValues, MailEvent, MailValues } from './mail.ts'

type Details = Partial<Pick<MailValues, 'items' | 'tracking' | 'amount' | 'code' | 'ends_at' | 'claim_type'>>

/** Reads the rows that the event names by an id. */
export async function readDetails(em: EntityManager, { event_name, data, resource_id }: Message): Promise<Details> {
  const { fulfillment_id = '', return_id = '', refund_id = '', gift_card_id = '' } = data as Record<string, string>
  switch (event_name as MailEvent) {
    case 'order.shipment_created':
    case 'swap.shipment_created':
    case 'claim.shipment_created':
      return (await selectShipment(em, fulfillment_id))[0] ?? {}
    case 'order.return_requested':
    case 'order.items_returned':
      return (await selectReturn(em, return_id))[0] ?? {}
    case 'order.refund_created':
      return (await selectRefund(em, refund_id))[0] ?? {}
    case 'order.gift_card_created':
      return (await selectGiftCard(em, gift_card_id))[0] ?? {}
    case 'swap.created':
      return readSwap(em, resource_id)
    case 'claim.created':
      return (await selectClaim(em, resource_id))[0] ?? {}
    default:
      return {}
  }
}

const listOf = (rows: string, columns: string) =>
  `coalesce((select json_agg(json_build_object(${columns})) from ${rows}), '[]')`

const itemsOf = (rows: string, quantity: string) =>
  listOf(rows, `'title', l.title, 'description', l.description, 'quantity', ${quantity}`)

const selectShipment = statement<{ items: ItemValues[]; tracking: MailValues['tracking'] }>(`
  select
    ${itemsOf('fulfillment_item i join line_item l on l.id = i.item_id where i.fulfillment_id = $1', 'i.quantity')} as items,
    ${listOf('tracking_link t where t.fulfillment_id = $1', `'number', t.tracking_number, 'url', t.url, 'carrier', t.carrier`)} as tracking`)

// The claim or the swap of a return settles its money, so the return refunds nothing.
const selectReturn = statement<{ items: ItemValues[]; amount: number }>(`
  select case when coalesce(r.claim_order_id, r.swap_id) is null then r.refund_amount else 0 end as amount,
    ${itemsOf('return_item i join line_item l on l.id = i.item_id where i.return_id = r.id', 'i.quantity')} as items
  from return r where r.id = $1`)

const selectRefund = statement<{ amount: number }>('select amount from refund where id = $1')

const selectGiftCard = statement<{ code: string; amount: number; ends_at: string | null }>(
  'select code, value as amount, ends_at from gift_card where id = $1',
)

/** The swap has no difference until the customer confirms it, so the amount is the total of its cart. */
async function readSwap(em: EntityManager, id: string): Promise<Details> {
  const [swap] = await selectSwap(em, id)
  if (!swap) return {}
  const { items, cart_id, difference_due } = swap
  if (difference_due !== null || !cart_id) return { items, amount: difference_due ?? 0 }
  return { items, amount: (await readPricedCart(em, cart_id)).totals.total }
}

const selectSwap = statement<{ items: ItemValues[]; cart_id: string | null; difference_due: number | null }>(`
  select s.cart_id, s.difference_due,
    ${itemsOf('line_item l where l.swap_id = s.id', 'l.quantity')} as items
  from swap s where s.id = $1`)

const selectClaim = statement<{ items: ItemValues[]; claim_type: string; amount: number }>(`
  select c.type as claim_type, coalesce(c.refund_amount, 0) as amount,
    ${itemsOf('claim_item i join line_item l on l.id = i.item_id where i.claim_order_id = c.id', 'i.quantity')} as items
  from claim_order c where c.id = $1`)
