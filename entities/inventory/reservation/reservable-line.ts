import type { Executor } from '#database/statement.ts'
import { statement } from '#database/statement.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'

/** An order line, and its reservations of one inventory item. */
export interface ReservableLine {
  id: string
  order_id: string | null
  variant_id: string | null
  /** Whether the line belongs to an order, claim or swap that is placed and not canceled. */
  is_open: boolean
  allow_backorder: boolean
  unfulfilled_quantity: number
  /** Units of the item in one unit of the line. */
  required_quantity: number
  /** Units of the item that are reserved for the line. */
  reserved_quantity: number
}

/** The caller must have locked the levels of the item. @throws NotFound. NotAllowed for a line that is not open. */
export async function readReservableLine(em: Executor, id: string, itemId: string): Promise<ReservableLine> {
  const [line] = await selectLine(em, id, itemId)
  if (!line) throw new NotFound(`Line item with ${id} was not found`)
  if (!line.is_open)
    throw new NotAllowed(`The line item ${id} does not belong to a placed order`).because({ name: 'line_not_open' })
  return line
}

/** The reservations of a line never exceed its unfulfilled quantity. `quantity` is in units of the item. */
export function assertWithinLine(line: ReservableLine, quantity: number): void {
  if (line.reserved_quantity + quantity > line.unfulfilled_quantity * line.required_quantity)
    throw new InvalidData('The reservation quantity cannot be greater than the unfulfilled line item quantity')
      .about('quantity')
      .because({ name: 'reservation_quantity_too_large' })
}

const selectLine = statement<ReservableLine>(`
  select li.id, li.order_id, li.variant_id, coalesce(v.allow_backorder, false) as allow_backorder,
    (o.id is not null or c.id is not null or s.confirmed_at is not null)
      and o.canceled_at is null and c.canceled_at is null and s.canceled_at is null as is_open,
    li.quantity - coalesce(li.fulfilled_quantity, 0) as unfulfilled_quantity,
    coalesce(link.required_quantity, 1) as required_quantity,
    (select coalesce(sum(r.quantity), 0)::integer from reservation_item r
      where r.line_item_id = li.id and r.inventory_item_id = $2 and r.deleted_at is null) as reserved_quantity
  from line_item li left join product_variant v on v.id = li.variant_id
    left join product_variant_inventory_item link on link.variant_id = li.variant_id and link.inventory_item_id = $2
    left join "order" o on o.id = li.order_id left join claim_order c on c.id = li.claim_order_id
    left join swap s on s.id = li.swap_id
  where li.id = $1`)
