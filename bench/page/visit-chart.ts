import { BarChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { NAMES } from '../visit/contender.ts'
import { measurementOf, tasksOf, type VisitReport } from '../visit/report.ts'
import { COLOURS, FAINT, FONT, TEXT, themed } from './svg-theme.ts'

echarts.use([BarChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

const BARS = ['peer', 'floor', 'own'] as const
const ROW_HEIGHT = 46
/** The left end of the logarithmic axis, in milliseconds. */
const LEAST = 0.1

/** The CPU of each request, server and PostgreSQL together. */
export function visitChart({ measured }: VisitReport): string {
  const tasks = tasksOf(measured).toReversed()
  const height = tasks.length * ROW_HEIGHT + 110
  const drawn = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 880, height })
  const text = { color: TEXT, fontFamily: FONT }
  drawn.setOption({
    animation: false,
    textStyle: { fontFamily: FONT },
    title: { text: 'CPU milliseconds, server and PostgreSQL', left: 14, top: 6, textStyle: { ...text, fontSize: 15 } },
    legend: {
      bottom: 4,
      itemWidth: 14,
      itemGap: 28,
      textStyle: text,
      data: BARS.map((program) => NAMES[program]).reverse(),
    },
    grid: { left: 210, right: 70, top: 44, bottom: 60 },
    xAxis: {
      type: 'log',
      min: LEAST,
      startValue: LEAST,
      axisLabel: { color: TEXT },
      splitLine: { lineStyle: { color: FAINT } },
    },
    yAxis: {
      type: 'category',
      data: tasks,
      axisLabel: { color: TEXT },
      axisLine: { lineStyle: { color: FAINT } },
      axisTick: { show: false },
    },
    series: BARS.map((program) => ({
      type: 'bar' as const,
      name: NAMES[program],
      silent: true,
      barGap: '8%',
      itemStyle: { color: COLOURS[program] },
      label: { show: true, position: 'right' as const, ...text },
      data: tasks.map((task) => barOf(measurementOf(measured, task, program)?.cpu)),
    })),
  })
  const svg = drawn.renderToSVGString()
  drawn.dispose()
  return themed(svg)
}

function barOf(cpu: { server: number; postgres: number } | undefined) {
  if (!cpu) return '-'
  const value = cpu.server + cpu.postgres
  return { value, label: { formatter: value.toFixed(value < 1 ? 2 : value < 100 ? 1 : 0) } }
}
