import type { EntityManager } from '@mikro-orm/postgresql'
import { type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { batch, statement } from '#database/statement.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'

export type FulfillmentOwner = { order_id: string } | { claim_order_id: string } | { swap_id: string }

export interface MethodToShip {
  method: Row<ShippingMethod>
  shipping_option: Row<ShippingOption>
}

export interface ShippedGoods {
  lines: Row<LineItem>[]
  methods: MethodToShip[]
  /** Null for a line whose variant no longer exists. */
  profileOf(line: Row<LineItem>): string | null
}

/** Reads the lines of the owner, and its shipping methods, also those with a deleted option. */
export async function findShippedGoods(em: EntityManager, owner: FulfillmentOwner): Promise<ShippedGoods> {
  const [[column, id] = ['', '']] = Object.entries<string>(owner)
  const { selectLines, selectMethods } = SHIPPED[column as keyof typeof SHIPPED]
  const [lines, methods] = await batch(em, selectLines.with(id), selectMethods.with(id))
  const profiles = new Map(lines.map(({ row, profile_id }) => [trackRow(em, LineItem, row), profile_id]))
  return {
    lines: [...profiles.keys()],
    methods: methods.map(({ method, option }) => ({
      method: trackRow(em, ShippingMethod, method),
      shipping_option: trackRow(em, ShippingOption, option),
    })),
    profileOf: (line) => profiles.get(line) ?? null,
  }
}

const shippedBy = (column: string) => ({
  selectLines: statement<JsonRow & { profile_id: string | null }>(`
    select to_json(li) as row, p.profile_id from line_item li
    left join product_variant v on v.id = li.variant_id left join product p on p.id = v.product_id
    where li.${column} = $1 order by li.id`),
  selectMethods: statement<{ method: object; option: object }>(`
    select to_json(m) as method, to_json(o) as option from shipping_method m
    join shipping_option o on o.id = m.shipping_option_id where m.${column} = $1 order by m.id`),
})

const SHIPPED = {
  order_id: shippedBy('order_id'),
  claim_order_id: shippedBy('claim_order_id'),
  swap_id: shippedBy('swap_id'),
}
