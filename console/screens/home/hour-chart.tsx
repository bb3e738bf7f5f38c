import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useStrings } from '#console/strings/define-strings.ts'
import { home } from '#console/strings/home.ts'
import { countByHour, sumByRegion } from './today-sums.ts'

const COLORS = ['ink.6', 'teal.6', 'orange.5', 'grape.5', 'cyan.6', 'pink.5']

/** The orders of today by hour, with a colour for each region. The numbers are also in text above the chart. */
export default function HourChart({ orders }: { orders: Parameters<typeof sumByRegion>[0] }) {
  const words = useStrings(home)
  const regions = [...new Set(sumByRegion(orders).map(({ region }) => region))]
  return (
    <div role="img" aria-label={words.chartLabel}>
      <BarChart
        h={180}
        data={countByHour(orders, new Date().getHours() + 1)}
        dataKey="hour"
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
