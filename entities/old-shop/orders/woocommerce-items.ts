import { z } from 'zod'
import type { ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { InvalidData } from '#entities/errors.ts'
import { filled } from '../reading/cells.ts'
import type { OrderCells } from './old-order.ts'
import type { PastOrderItem } from './past-order-parts.ts'

type Parts = Readonly<Record<string, unknown>>

const LISTS = ['line_items', 'Products', 'Line Items']

/** Whether one row has all items of its order. */
export const hasAllItems = (row: ForeignRow): boolean => filled(row, ...LISTS, 'line_item_1') !== ''

/** Items are in one cell, in the columns `line_item_1`, `line_item_2`, …, or have their own rows. */
export function woocommerceItems(rows: readonly ForeignRow[], cells: OrderCells): PastOrderItem[] {
  const [first] = rows as [ForeignRow]
  const list = filled(first, ...LISTS)
  const texts = list ? itemTexts(list, cells) : numberedTexts(first)
  if (texts.length > 0) return texts.map((parts) => itemOf(parts, cells))
  return rows.flatMap((row) => {
    const title = filled(row, 'item_name', 'Item Name', 'Product Name', 'product_name', 'Name')
    return title === '' ? [] : [itemOf(rowParts(row, title), cells)]
  })
}

const rowParts = (row: ForeignRow, name: string): Parts => ({
  name,
  sku: filled(row, 'item_sku', 'SKU', 'Product SKU'),
  quantity: filled(row, 'item_quantity', 'Quantity', 'Quantity (- Refund)'),
  cost: filled(row, 'item_price', 'Item Cost'),
  subtotal: filled(row, 'item_subtotal', 'Order Line Subtotal'),
  total: filled(row, 'item_total', 'Order Line (w/o tax)', 'Order Line Total'),
})

function itemOf(parts: Parts, cells: OrderCells): PastOrderItem {
  const text = (...names: string[]) => names.map((name) => parts[name]).find((part) => part) ?? ''
  const quantity = cells.quantityOf(`${text('quantity', 'qty')}`, 'quantity')
  const amount = (...names: string[]) => cells.amountOf(`${text(...names)}`, names[0] ?? '')
  const cost = amount('cost', 'price')
  const subtotal = amount('subtotal', 'sub_total') ?? cells.totalOf(cost, quantity, 'quantity')
  return {
    title: `${text('name')}`,
    sku: `${text('sku')}` || null,
    quantity,
    subtotal,
    total: amount('total') ?? subtotal,
  }
}

/** `name:Mug|sku:M-1|quantity:2|total:10.00;name:Bowl|…`, or a JSON list. */
function itemTexts(text: string, cells: OrderCells): Parts[] {
  if (text.startsWith('[')) return jsonItems(text, cells)
  return text.split(/;(?=\s*(?:name|id|item_id|product_id):)/).map(partsOf)
}

function jsonItems(text: string, cells: OrderCells): Parts[] {
  const items = parseList(text)
  if (!items) cells.refuse('line_items', new InvalidData('must be a JSON list').because({ name: 'cell_not_json' }))
  return items ?? []
}

function parseList(text: string): Parts[] | undefined {
  try {
    return z.array(z.record(z.string(), z.unknown())).safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const MAX_ITEM_COLUMNS = 500

function numberedTexts(row: ForeignRow): Parts[] {
  const items: Parts[] = []
  for (let n = 1; n <= MAX_ITEM_COLUMNS && row.hasColumn(`line_item_${n}`); n++) {
    const text = filled(row, `line_item_${n}`)
    if (text !== '') items.push(partsOf(text))
  }
  return items
}

/** A value can contain `|`, so a part begins only with a name. */
function partsOf(text: string): Parts {
  const parts = text.split(/\|(?=[a-z_]+:)/i).map((part) => /^\s*([a-z_]+):(.*)$/is.exec(part))
  const named = parts.flatMap((part) => (part ? [[part[1]!.toLowerCase(), part[2]!.trim()] as const] : []))
  return named.length > 0 ? Object.fromEntries(named) : { name: text }
}

/** The value of a name in a cell such as `code:SPRING|amount:5.00`. Empty without the name. */
export const partOfCell = (text: string, name: string): string => `${partsOf(text)[name] ?? ''}`
