import type { Line, ShopSize } from './shop-lines.ts'

/** Passes the lines of a shop on, such as to count them. */
export type WatchLines = (lines: AsyncIterable<Line>) => AsyncIterable<Line>

export const unwatched: WatchLines = (lines) => lines

/** Counts the lines of a shop on their way. Ends with the signal. */
export const watchLines = (signal: AbortSignal, report: (size: ShopSize) => void): WatchLines =>
  async function* (lines) {
    const size = { tables: 0, rows: 0, files: 0 }
    for await (const line of lines) {
      signal.throwIfAborted()
      if ('table' in line) size.tables += 1
      else if ('rows' in line) size.rows += line.rows.length
      else if ('file' in line) size.files += 1
      report({ ...size })
      yield line
    }
  }
