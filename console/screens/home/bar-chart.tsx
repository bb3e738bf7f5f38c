import { Group, Text } from '@mantine/core'
import classes from './bar-chart.module.css'

export interface Bar {
  key: string
  value: number
  /** Shown at the pointer. */
  text: string
}

interface BarChartProps {
  bars: readonly Bar[]
  /** For screen readers. */
  label: string
  /** The names of the first and the last bar. */
  ends: readonly [string, string]
  /** The text of the largest value. */
  largest: string
}

const HEIGHT = 100
const STEP = 10
const GAP = 2

/** Bars above and below zero. */
export function BarChart({ bars, label, ends, largest }: BarChartProps) {
  const top = Math.max(0, ...bars.map(({ value }) => value))
  const bottom = Math.min(0, ...bars.map(({ value }) => value))
  const heightOf = (value: number) => (top === bottom ? 0 : (Math.abs(value) / (top - bottom)) * HEIGHT)
  const zero = heightOf(top)
  return (
    <div>
      <Text size="xs" c="var(--quiet)">
        {largest}
      </Text>
      <svg
        role="img"
        aria-label={label}
        className={classes.chart}
        viewBox={`0 0 ${Math.max(1, bars.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ key, value, text }, index) => (
          <g key={key} className={classes.bar}>
            <title>{text}</title>
            <rect className={classes.target} x={index * STEP} y={0} width={STEP} height={HEIGHT} />
            <rect
              className={value < 0 ? classes.negative : classes.positive}
              x={index * STEP + GAP / 2}
              y={value < 0 ? zero : zero - heightOf(value)}
              width={STEP - GAP}
              height={heightOf(value)}
            />
          </g>
        ))}
        <line className={classes.zero} x1={0} x2={bars.length * STEP} y1={zero} y2={zero} />
      </svg>
      <Group justify="space-between">
        {ends.map((end) => (
          <Text key={end} size="xs" c="var(--quiet)">
            {end}
          </Text>
        ))}
      </Group>
    </div>
  )
}
