import type { Latency } from '../quantiles.ts'
import type { Environment } from '../result.ts'
import { table } from '../table.ts'
import type { StatementCost } from './statements.ts'

export interface Size {
  /** So many orders and as many products were there before. */
  size: number
  fillSeconds: number
  statements: number
  roundTrips: number
  /** Milliseconds of CPU for one checkout: the median of the rounds. */
  server: number | undefined
  postgres: number | undefined
  /** Of whole checkouts. */
  latency: Latency
}

export interface Growth {
  environment: Environment
  quick: boolean
  sizes: Size[]
  /** The statements that cost more in the largest shop than in the smallest, the dearest first. */
  grown: { sql: string; small: Omit<StatementCost, 'sql'>; large: Omit<StatementCost, 'sql'>; plan: string }[]
}

/** Milliseconds of CPU of the server and PostgreSQL for one checkout. */
export const costOf = ({ server = Number.NaN, postgres = Number.NaN }: Size): number => server + postgres

/** The report for people. */
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
  const told = grown.map(
    ({ sql, small, large }) =>
      `${small.milliseconds.toFixed(2)} → ${large.milliseconds.toFixed(2)} ms, ${small.blocks.toFixed(0)} → ${large.blocks.toFixed(0)} blocks: ${sql.slice(0, 200).replaceAll(/\s+/g, ' ')}`,
  )
  return [
    table('One checkout, in milliseconds', [head, ...rows]),
    'What PostgreSQL takes longer for (the plans are in the file):',
    ...told,
  ].join('\n\n')
}
