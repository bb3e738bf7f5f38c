import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'

/** Goods whose units on the shelf can be counted. */
export interface CountableItem {
  /** The ID of the inventory item, or of the variant in a shop without inventory. */
  id: string
  title: string
  sku: string | null
  thumbnail: string | null
  codes: string[]
  /** The units that should be on the shelf. */
  expected: number
  /** The units on the shelf that are sold and not packed, or reserved. */
  waiting: number
  /** Whether the shop counts the stock of the goods. */
  is_counted: boolean
}

export interface CountableSearch {
  /** A barcode, an EAN, a UPC or a SKU. */
  code?: string | undefined
  ids?: readonly string[] | undefined
  location_id?: string | undefined
}

/** Returns the goods with the code, or those with the IDs, in the order of their titles. */
export async function findCountable(em: EntityManager, search: CountableSearch): Promise<CountableItem[]> {
  const codes = search.code === undefined ? [] : spellingsOf(search.code)
  const ids = search.ids ?? []
  if (!(await isInventoryEnabled(em))) return selectVariants(em, codes, ids)
  const items = await selectItems(em, codes, ids, search.location_id ?? null)
  return items.length > 0 ? items : (await selectVariants(em, codes, [])).map(withoutStock)
}

const withoutStock = (item: CountableItem): CountableItem => ({ ...item, expected: 0, waiting: 0, is_counted: false })

/** A UPC of 12 digits is an EAN of 13 digits that begins with 0. Indexes find the usual cases of letters. */
function spellingsOf(code: string): string[] {
  const text = code.trim()
  const other = /^\d{12}$/.test(text) ? `0${text}` : /^0\d{12}$/.test(text) ? text.slice(1) : text
  return text === '' ? [] : [...new Set([text, other, text.toUpperCase(), text.toLowerCase()])]
}

const HAS_CODE = (row: string) =>
  ['sku', 'barcode', 'ean', 'upc'].map((column) => `${row}.${column} = any($1::text[])`).join(' or ')
const CODES_OF_VARIANT = `array_remove(array[v.barcode, v.ean, v.upc, v.sku], null)`
const TITLE = `concat_ws(' – ', p.title, case when v.title is distinct from p.title then v.title end)`

/**
 * Without inventory, a sold unit leaves the stock at once, and the shelf with its fulfillment. Goods of a closed order have left
 * it. The condition of `UNPACKED` is that of the index `unpacked_line`.
 */
const UNPACKED = `not li.is_return and li.quantity > greatest(li.fulfilled_quantity, li.returned_quantity, 0)
    and (li.order_id is not null or li.claim_order_id is not null or li.swap_id is not null)`
const WAITING_UNITS = `(
  select coalesce(sum(li.quantity - greatest(li.fulfilled_quantity, li.returned_quantity, 0)), 0)::int
  from line_item li left join "order" o on o.id = li.order_id left join claim_order c on c.id = li.claim_order_id
    left join swap s on s.id = li.swap_id
  where li.variant_id = v.id and ${UNPACKED}
    and (o.status not in ('completed', 'archived', 'canceled') or c.id is not null or s.confirmed_at is not null)
    and c.canceled_at is null and s.canceled_at is null)`

const selectVariants = statement<CountableItem>(`
  select found.id, found.title, found.sku, found.thumbnail, found.codes, found.waiting,
    found.inventory_quantity + found.waiting as expected, found.manage_inventory as is_counted
  from (
    select v.id, ${TITLE} as title, v.sku, coalesce(v.thumbnail, p.thumbnail) as thumbnail,
      ${CODES_OF_VARIANT} as codes, ${WAITING_UNITS} as waiting, v.inventory_quantity, v.manage_inventory
    from product_variant v join product p on p.id = v.product_id
    where v.deleted_at is null and p.deleted_at is null and (v.id = any($2::text[]) or ${HAS_CODE('v')})
  ) found order by found.title, found.id limit 1000`)

const selectItems = statement<CountableItem>(`
  select i.id, coalesce(min(${TITLE}), i.title, i.sku, i.id) as title, i.sku,
    min(coalesce(v.thumbnail, p.thumbnail)) as thumbnail,
    array_remove(array_agg(distinct code), null) as codes,
    coalesce(min(level.stocked_quantity), 0) as expected, coalesce(min(level.reserved_quantity), 0) as waiting,
    true as is_counted
  from inventory_item i
    left join product_variant_inventory_item link on link.inventory_item_id = i.id
    left join product_variant v on v.id = link.variant_id and v.deleted_at is null
    left join product p on p.id = v.product_id
    left join inventory_level level on level.inventory_item_id = i.id and level.location_id = $3
    left join lateral unnest(${CODES_OF_VARIANT} || i.sku) code on true
  where i.id = any(array(
    select id from inventory_item where id = any($2::text[]) or sku = any($1::text[])
    union select l.inventory_item_id from product_variant_inventory_item l join product_variant one on one.id = l.variant_id
      where one.deleted_at is null and (${HAS_CODE('one')})))
  group by i.id order by 2, i.id limit 1000`)
