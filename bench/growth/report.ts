import type { Latency } from '../quantiles.ts'
import type { Environment } from '../result.ts'
import { table } from '../table.ts'
import type { StatementCost } from './statements.ts'

export interface Size {
  size: number
  fillSeconds: number
  statements: number
  roundTrips: number
  server: number | undefined
  postgres: number | undefined
  latency: Latency
}

export interface Growth {
  environment: Environment
  quick: boolean
  sizes: Size[]
  /** Statements that cost more in the largest shop than in the smallest one, in the order of their cost. */
  grown: { sql: string; small: Omit<StatementCost, 'sql'>; large: Omit<StatementCost, 'sql'>; plan: string }[]
}

/** CPU milliseconds of the server and of PostgreSQL per checkout. */
export const costOf = ({ server = Number.NaN, postgres = Number.NaN }: Size): number => server + postgres

export function tables({ sizes, grown }: Growth): string {
  const smallest = costOf(sizes[0]!)
  const rows = sizes.map((one) => [
    String(one.size),
    ...[one.server, one.postgres].map((ms) => ms?.toFixed(2) ?? '–'),
    `${(costOf(one) / smallest).toFixed(2)}×`,
    String(one.statements),
    ...[one.latency.p50, one.latency.p95].map((ms) => ms.toFixed(1)),
    one.fillSeconds.toFixed(0),
  ])
  const head = [
    'orders and products',
    'server CPU',
    'PostgreSQL CPU',
    '× smallest',
    'statements',
    'p50',
    'p95',
    'filled in s',
  ]
  const sizeLines = grown.map(
    ({ sql, small, large }) =>
      `${small.milliseconds.toFixed(2)} → ${large.milliseconds.toFixed(2)} ms, ${small.blocks.toFixed(0)} → ${large.blocks.toFixed(0)} blocks: ${sql.slice(0, 200).replaceAll(/\s+/g, ' ')}`,
  )
  return [
    table('One checkout, in milliseconds', [head, ...rows]),
    'Statements that became slower (the plans are in the result file):',
    ...sizeLines,
  ].join('\n\n')
}
