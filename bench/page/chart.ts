import type { CustomSeriesRenderItemAPI } from 'echarts'
import { BarChart, CustomChart } from 'echarts/charts'
import { GridComponent, LegendComponent, TitleComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { namesOf } from '../compare/contender.ts'
import { clientCountLabel, clientsOf, findMeasurement, GOALS } from '../compare/goals.ts'
import type { Measurement, Task } from '../compare/measure.ts'
import type { Comparison } from '../compare/report.ts'
import { COLOURS, FAINT, FONT, GOAL, TEXT, themed } from './svg-theme.ts'

echarts.use([BarChart, CustomChart, GridComponent, LegendComponent, TitleComponent, SVGRenderer])

const SIZE = { width: 880, height: 360 }

export function chart({ measured }: Comparison): string {
  const drawn = echarts.init(null, null, { renderer: 'svg', ssr: true, ...SIZE })
  const panels = [
    { task: 'checkouts' as const, title: 'Checkouts per second', left: 50 },
    { task: 'get cart' as const, title: 'Carts read per second', left: 490 },
  ]
  const categories = clientsOf(measured).map(clientCountLabel)
  const axis = { axisLine: { lineStyle: { color: FAINT } }, axisTick: { show: false } }
  drawn.setOption({
    animation: false,
    textStyle: { fontFamily: FONT },
    title: panels.map(({ title, left }) => ({
      text: title,
      left: left - 6,
      top: 6,
      textStyle: { color: TEXT, fontSize: 15, fontFamily: FONT },
    })),
    legend: {
      bottom: 4,
      itemWidth: 14,
      itemGap: 28,
      textStyle: { color: TEXT, fontFamily: FONT },
      data: [...legendOf(measured), 'goal'],
    },
    grid: panels.map(({ left }) => ({ left, top: 48, width: 350, height: 240 })),
    xAxis: panels.map((_, gridIndex) => ({
      gridIndex,
      data: categories,
      axisLabel: { color: TEXT },
      ...axis,
    })),
    yAxis: panels.map((_, gridIndex) => ({
      gridIndex,
      axisLabel: { color: TEXT },
      splitLine: { lineStyle: { color: FAINT } },
    })),
    series: panels.flatMap(({ task }, panel) => [...bars(measured, task, panel), goalSeries(measured, task, panel)]),
  })
  const svg = drawn.renderToSVGString()
  drawn.dispose()
  return themed(svg)
}

const BARS = ['floor', 'own', 'peer'] as const
type Bar = (typeof BARS)[number]

const present = (measured: readonly Measurement[]) =>
  BARS.filter((program) => measured.some((one) => one.program === program))

const legendOf = (measured: readonly Measurement[]) => present(measured).map((program) => namesOf(measured)[program])

function bars(measured: readonly Measurement[], task: Task, panel: number) {
  return present(measured).map((program) => ({
    type: 'bar' as const,
    name: namesOf(measured)[program],
    xAxisIndex: panel,
    yAxisIndex: panel,
    barGap: '8%',
    silent: true,
    emphasis: { disabled: true },
    itemStyle: { color: COLOURS[program] },
    label: { show: true, position: 'top' as const, color: TEXT, fontFamily: FONT },
    data: clientsOf(measured).map((clients) => {
      const { perSecond = 0 } = findMeasurement(measured, program, task, clients) ?? {}
      return { value: perSecond, label: { formatter: perSecond.toFixed(perSecond < 10 ? 1 : 0) } }
    }),
  }))
}

function goalSeries(measured: readonly Measurement[], task: Task, panel: number) {
  return {
    type: 'custom' as const,
    name: 'goal',
    silent: true,
    emphasis: { disabled: true },
    xAxisIndex: panel,
    yAxisIndex: panel,
    itemStyle: { color: GOAL },
    z: 5,
    data: clientsOf(measured).map((clients, index) => [index, goalOf(measured, task, clients)]),
    renderItem: (_: unknown, api: CustomSeriesRenderItemAPI) => {
      const [x, y] = api.coord([api.value(0), api.value(1)]) as [number, number]
      const [width] = api.size!([1, 0]) as [number, number]
      return {
        type: 'line' as const,
        shape: { x1: x - width * 0.42, y1: y, x2: x + width * 0.42, y2: y },
        style: { stroke: GOAL, lineWidth: 2, lineDash: [5, 3] },
      }
    },
  }
}

function goalOf(measured: readonly Measurement[], task: Task, clients: number): number {
  const rateOf = (program: Bar) => findMeasurement(measured, program, task, clients)?.perSecond ?? 0
  const toFloor = rateOf('floor') * GOALS.minRatioToFloor
  return task === 'checkouts' ? Math.max(toFloor, rateOf('peer') * GOALS.minRatioToPeer) : toFloor
}
