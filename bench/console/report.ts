import type { Environment } from '../result.ts'

/** Milliseconds. */
export const CONSOLE_GOALS = { firstLoad: 1000, navigation: 100 }

export interface ConsoleReport {
  environment: Environment
  orders: number
  /** Milliseconds until the start page shows the latest orders, with an empty cache of the browser. */
  firstLoad: number[]
  /** The same with a filled cache. */
  repeatedLoad: number[]
  /** Milliseconds from the click to the painted screen, by the name of the screen. */
  navigation: Record<string, number[]>
  scroll: {
    rows: number
    /** Rows in the page at the end. */
    elements: number
    /** Milliseconds from the end of the list to the next 100 rows. */
    pages: number[]
    /** The JavaScript heap of the page at the end. */
    megabytes: number
  }
}
