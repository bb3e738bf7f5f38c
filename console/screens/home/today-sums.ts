interface TodayOrder {
  created_at: Date
  currency_code: string
  total?: number | null | undefined
  region?: { name: string } | null | undefined
}

export interface RegionSum {
  region: string
  currency: string
  count: number
  /** In minor units. */
  revenue: number
}

/** Orders and revenue for each region and currency, largest number of orders first. */
export function sumByRegion(orders: readonly TodayOrder[]): RegionSum[] {
  const sums = new Map<string, RegionSum>()
  for (const { region, currency_code: currency, total } of orders) {
    const key = `${region?.name} ${currency}`
    const sum = sums.get(key) ?? { region: region?.name ?? '–', currency, count: 0, revenue: 0 }
    sums.set(key, { ...sum, count: sum.count + 1, revenue: sum.revenue + (total ?? 0) })
  }
  return [...sums.values()].sort((one, other) => other.count - one.count)
}

/** For each hour until `hours`, the number of orders of each region: `{ hour: '9', Europe: 2 }`. */
export function countByHour(orders: readonly TodayOrder[], hours: number): Record<string, number | string>[] {
  const rows = Array.from({ length: hours }, (_, hour): Record<string, number | string> => ({ hour: String(hour) }))
  for (const { created_at, region } of orders) {
    const row = rows[created_at.getHours()]
    const name = region?.name ?? '–'
    if (row) row[name] = Number(row[name] ?? 0) + 1
  }
  return rows
}
