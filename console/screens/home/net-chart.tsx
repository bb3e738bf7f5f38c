import { formatMoney } from '#console/components/money.tsx'
import { formatDay, formatMonth } from '#console/components/time.tsx'
import { home } from '#console/strings/home.ts'
import { BarChart } from './bar-chart.tsx'
import { daysOf, type Grain, type Period } from './period.ts'
import type { SalesRow } from './sales.ts'

interface NetChartProps {
  currency: string
  sales: readonly SalesRow[]
  period: Period
  grain: Grain
}

/** The sales after refunds of each day or month. */
export function NetChart({ currency, sales, period, grain }: NetChartProps) {
  const words = home.useWords()
  const days = daysOf(period, grain)
  if (days.length < 2) return null
  const format = grain === 'day' ? formatDay : formatMonth
  const [label, largestOf] =
    grain === 'day' ? [words.chartLabel, words.largestDay] : [words.chartOfMonths, words.largestMonth]
  const netOf = new Map(sales.map(({ date, revenue, refunded }) => [date, revenue - refunded]))
  const bars = days.map((day) => {
    const value = netOf.get(day) ?? 0
    return { key: day, value, text: `${format(day)}: ${formatMoney(value, currency)}` }
  })
  const largest = Math.max(0, ...bars.map(({ value }) => value))
  const ends = [format(period.from), format(period.to)] as const
  return <BarChart bars={bars} label={label(...ends)} ends={ends} largest={largestOf(formatMoney(largest, currency))} />
}
