import { median } from '../quantiles.ts'
import type { BenchReport } from '../result.ts'
import { table } from '../table.ts'

/** `base` and `copy` are equal. Their difference is the noise of the measurement. */
export const PROGRAMS = ['base', 'copy', 'plugins'] as const
export type Program = (typeof PROGRAMS)[number]
export const NAMES: Record<Program, string> = {
  base: 'without plugins',
  copy: 'without plugins, a copy',
  plugins: 'with all plugins',
}

export interface ProgramCost {
  program: Program
  /** CPU milliseconds of the server and of PostgreSQL per checkout, for each turn. */
  turns: { server: number; postgres: number }[]
  megabytes: number
}

export interface PluginCosts extends BenchReport {
  clients: number
  /** Number of checkouts of each turn. */
  checkouts: number
  costs: ProgramCost[]
}

export const PLUGIN_GOAL = 1.05

function summaryOf({ turns }: ProgramCost): { server: number; postgres: number; sum: number } {
  return {
    server: median(turns.map(({ server }) => server)),
    postgres: median(turns.map(({ postgres }) => postgres)),
    sum: median(turns.map(({ server, postgres }) => server + postgres)),
  }
}

/** The base is the mean of both copies. */
function relativeCosts({ costs }: PluginCosts): Record<Program, number> {
  const sumOf = (program: Program) =>
    costs.filter((one) => one.program === program).map((one) => summaryOf(one).sum)[0]!
  const base = (sumOf('base') + sumOf('copy')) / 2
  return { base: sumOf('base') / base, copy: sumOf('copy') / base, plugins: sumOf('plugins') / base }
}

export const HEAD = ['', 'CPU ms per checkout, server + PostgreSQL', 'relative', 'MB resident']

export function rowsOf(report: PluginCosts): string[][] {
  const relative = relativeCosts(report)
  return report.costs.map((cost) => {
    const { server, postgres } = summaryOf(cost)
    return [
      NAMES[cost.program],
      `${server.toFixed(1)} + ${postgres.toFixed(1)}`,
      `${relative[cost.program].toFixed(2)} ×`,
      cost.megabytes.toFixed(0),
    ]
  })
}

export const costTable = (report: PluginCosts): string => table('One checkout', [HEAD, ...rowsOf(report)])
