import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { currentLocale } from '#console/app/language.ts'
import { home } from '#console/strings/home.ts'
import type { DayOfSales } from './today.tsx'

const COLORS = ['ink.6', 'teal.6', 'orange.5', 'grape.5', 'cyan.6', 'pink.5']

/** The orders of each day, with a colour for each region. The numbers of today are also in text above the chart. */
export default function DayChart({ days, sales }: { days: readonly string[]; sales: readonly DayOfSales[] }) {
  const words = home.useWords()
  const regions = [...new Set(sales.map(({ region_name }) => region_name))]
  return (
    <div role="img" aria-label={words.chartLabel}>
      <BarChart
        h={180}
        data={days.map((date) => ({ day: shortDate(date), ...ordersByRegion(sales, date) }))}
        dataKey="day"
        type="stacked"
        withLegend={regions.length > 1}
        series={regions.map((name, index) => ({ name, color: COLORS[index % COLORS.length] ?? 'gray.6' }))}
        yAxisProps={{ allowDecimals: false, width: 32 }}
        barChartProps={{ accessibilityLayer: false }}
        maxBarWidth={36}
      />
    </div>
  )
}

function ordersByRegion(sales: readonly DayOfSales[], date: string): Record<string, number> {
  const orders: Record<string, number> = {}
  for (const sale of sales)
    if (sale.date === date) orders[sale.region_name] = (orders[sale.region_name] ?? 0) + sale.orders
  return orders
}

const shortDate = (date: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { day: 'numeric', month: 'numeric', timeZone: 'UTC' }).format(new Date(date))
