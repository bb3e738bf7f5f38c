import type { PackedLine, PackingSlip } from './packing-slip.ts'

/** The units of one variant that several orders need. */
export interface PickingRow extends Omit<PackedLine, 'line_id' | 'ordered_quantity'> {
  orders: { display_id: number; quantity: number }[]
}

/** Adds the lines of the slips by variant, in the order of a walk through the warehouse: by location, SKU and name. */
export function pickingListOf(slips: readonly Pick<PackingSlip, 'display_id' | 'lines'>[]): PickingRow[] {
  const rows = new Map<string, PickingRow>()
  for (const { display_id, lines } of slips)
    for (const { line_id, ordered_quantity, ...line } of lines) {
      const row = rows.get(keyOf(line))
      if (row) addTo(row, { display_id, line })
      else rows.set(keyOf(line), { ...line, orders: [{ display_id, quantity: line.quantity }] })
    }
  return [...rows.values()].sort(
    (one, other) =>
      compare(one.locations.join(), other.locations.join()) ||
      compare(one.sku ?? '', other.sku ?? '') ||
      compare(one.title, other.title),
  )
}

type PickedLine = Omit<PackedLine, 'line_id' | 'ordered_quantity'>

/** Own lines of draft orders have no variant. */
const keyOf = ({ variant_id, title, description }: PickedLine): string =>
  variant_id ?? JSON.stringify([title, description])

function addTo(row: PickingRow, { display_id, line }: { display_id: number; line: PickedLine }): void {
  row.quantity += line.quantity
  row.locations = [...new Set([...row.locations, ...line.locations])]
  const last = row.orders.at(-1)
  if (last?.display_id === display_id) last.quantity += line.quantity
  else row.orders.push({ display_id, quantity: line.quantity })
}

const compare = (one: string, other: string): number => one.localeCompare(other, undefined, { numeric: true })
