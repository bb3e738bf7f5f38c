import { describeEnvironment, type Environment } from '../result.ts'
import { table } from '../table.ts'

/** Time of a read in a shop with five languages, relative to a shop with one. */
export const LANGUAGES_GOAL = 1.1

export interface TimedRead {
  name: string
  hasGoal: boolean
  /** Milliseconds in a shop with one language. */
  one: number
  five: number
}

export interface LanguagesReport {
  environment: Environment
  quick: boolean
  products: number
  rounds: number
  reads: TimedRead[]
}

export const LANGUAGES_HEAD = ['Milliseconds, median', 'one language', 'five languages', 'relative']

export const languagesRows = ({ reads }: LanguagesReport): string[][] =>
  reads.map(({ name, hasGoal, one, five }) => [
    hasGoal ? name : `${name} (no goal)`,
    one.toFixed(1),
    five.toFixed(1),
    `${(five / one).toFixed(2)} ×`,
  ])

export const languagesTable = (report: LanguagesReport): string =>
  `${describeEnvironment(report.environment)}\n\n${table(`${report.products} products`, [LANGUAGES_HEAD, ...languagesRows(report)])}`
