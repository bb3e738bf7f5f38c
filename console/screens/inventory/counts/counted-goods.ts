import type { RouterOutputs } from '#client/index.ts'
import { type Entered, isUnreadable } from '#console/components/form/entered.ts'

export type CountableItem = RouterOutputs['admin']['stockCounts']['find']['items'][number]

export interface CountedGood extends Pick<CountableItem, 'id' | 'title' | 'sku' | 'expected' | 'waiting'> {
  counted: Entered<number>
  /** The expected units before a change during the count. */
  previous?: number
}

/** The number of counted units, or null while the field has no number. */
export const countedOf = ({ counted }: CountedGood): number | null => (isUnreadable(counted) ? null : counted)

export const differenceOf = (good: CountedGood): number => (countedOf(good) ?? good.expected) - good.expected

/** The goods with one more unit of `item`, which moves to the top. */
export function addUnit(goods: readonly CountedGood[], item: Omit<CountedGood, 'counted'>): CountedGood[] {
  const { id, title, sku, expected, waiting } = item
  const known = goods.find((good) => good.id === id) ?? { id, title, sku, expected, waiting, counted: 0 }
  const counted = (countedOf(known) ?? 0) + 1
  return [{ ...known, counted }, ...goods.filter((good) => good.id !== id)]
}

/** The goods with the stock of now. A count of an old stock could undo a sale. */
export function refreshExpected(goods: readonly CountedGood[], items: readonly CountableItem[]): CountedGood[] {
  return goods.map((good) => {
    const item = items.find(({ id }) => id === good.id)
    if (!item || item.expected === good.expected) return good
    return { ...good, expected: item.expected, waiting: item.waiting, previous: good.expected }
  })
}

/** The goods without the saved ones. Goods that were counted further during the save stay, with their saved count as the stock. */
export function withoutSaved(
  goods: readonly CountedGood[],
  saved: readonly { id: string; counted: number }[],
): CountedGood[] {
  return goods.flatMap((good) => {
    const count = saved.find(({ id }) => id === good.id)
    if (!count) return [good]
    const { previous: _, ...rest } = good
    return countedOf(good) === count.counted ? [] : [{ ...rest, expected: count.counted }]
  })
}
