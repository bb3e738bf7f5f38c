import { describeEnvironment, type Environment } from '../result.ts'
import { table } from '../table.ts'

/** CPU of a read in a shop with five languages, relative to a shop with one. */
export const LANGUAGES_GOAL = 1.1

/** CPU milliseconds of a request. */
export interface Cpu {
  server: number
  postgres: number
}

export interface MeasuredRead {
  name: string
  hasGoal: boolean
  /** In a shop with one language. */
  one: Cpu
  five: Cpu
}

export interface LanguagesReport {
  environment: Environment
  quick: boolean
  products: number
  rounds: number
  reads: MeasuredRead[]
}

export const LANGUAGES_HEAD = ['CPU of a request, ms', 'one language', 'five languages', 'relative', 'PostgreSQL alone']

export const relativeCpu = ({ one, five }: MeasuredRead): number => totalOf(five) / totalOf(one)

const totalOf = ({ server, postgres }: Cpu): number => server + postgres

export const languagesRows = ({ reads }: LanguagesReport): string[][] =>
  reads.map((read) => [
    read.hasGoal ? read.name : `${read.name} (no goal)`,
    totalOf(read.one).toFixed(1),
    totalOf(read.five).toFixed(1),
    `${relativeCpu(read).toFixed(2)} ×`,
    `${(read.five.postgres / read.one.postgres).toFixed(2)} ×`,
  ])

export const languagesTable = (report: LanguagesReport): string =>
  `${describeEnvironment(report.environment)}\n\n${table(`${report.products} products`, [LANGUAGES_HEAD, ...languagesRows(report)])}`
