import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { InvalidData } from '#entities/errors.ts'
import { type CsvFile, type CsvLine, isBlank, type ReadFile, readCells } from './read-csv.ts'

const PROGRAM = join(import.meta.dirname, `workbook-program${extname(import.meta.filename)}`)
const MAX_ROWS = 100_000
const MAX_HEAP_MB = 512
/** Also of the import that reads the rows. */
const LIMITS = { timeout: 600_000, killSignal: 'SIGKILL' } as const
/** The exit codes of the program for a damaged workbook, for one with too many rows, and for a cell without a value, which the last line names. It has no code for exhausted memory or time. */
const UNREADABLE = 2
const TOO_MANY_ROWS = 3
const HAS_CELL_WITHOUT_VALUE = 5

/**
 * Reads the first visible sheet of an Excel workbook in another process. Numbers and days become texts.
 * @throws InvalidData for a damaged or an enormous file, also during the reading of `lines`.
 */
export async function openWorkbook(read: ReadFile): Promise<CsvFile> {
  const { texts, kill } = runProgram(await read())
  try {
    const [, ...unreadSheets] = (await texts.next()).value ?? []
    const rows = filledRows(texts)
    const { cells: header = [''] } = (await rows.next()).value ?? {}
    const titles = header.map((title) => title.trim())
    return { titles, encoding: 'utf-8', unreadSheets, lines: linesOf(rows, titles), [Symbol.asyncDispose]: kill }
  } catch (error) {
    await kill()
    throw error
  }
}

interface Row {
  row: number
  cells: string[]
}

async function* filledRows(texts: AsyncIterable<string[]>): AsyncGenerator<Row, undefined> {
  let row = 0
  for await (const cells of texts) {
    row += 1
    if (!isBlank(cells)) yield { row, cells }
  }
}

async function* linesOf(rows: AsyncIterable<Row>, titles: readonly string[]): AsyncGenerator<CsvLine> {
  for await (const { row, cells } of rows) yield { line: row, row, cells: readCells(cells, titles, row) }
}

/** The settings of the shop are no business of the program, so it gets none, as in `entities/market/store/logo/draw-logo.ts`. */
function runProgram(content: AsyncIterable<Uint8Array>) {
  const args = [`--max-old-space-size=${MAX_HEAP_MB}`, PROGRAM, `${MAX_ROWS}`]
  const program = spawn(process.execPath, args, { ...LIMITS, env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
  let failure: Error | undefined
  const exited = once(program, 'exit').catch((error: Error) => {
    failure ??= error
    return [null]
  })
  program.stdin.on('error', () => {})
  const fail = (error: Error) => {
    failure = error
    program.kill('SIGKILL')
  }
  Readable.from(content).on('error', fail).pipe(program.stdin)
  return {
    texts: (async function* (): AsyncGenerator<string[], undefined> {
      let texts: string[] = []
      for await (const line of createInterface({ input: program.stdout })) {
        texts = JSON.parse(line)
        yield texts
      }
      const [code] = await exited
      if (failure) throw failure
      if (code !== 0) throw failureOf(code, texts)
    })(),
    async kill(): Promise<void> {
      program.kill('SIGKILL')
      await exited
    },
  }
}

function failureOf(code: number | null, [cell = '']: readonly string[]): InvalidData {
  if (code === UNREADABLE) return unreadable()
  if (code === HAS_CELL_WITHOUT_VALUE) return withoutValue(cell)
  return code === TOO_MANY_ROWS ? tooManyRows() : tooLarge()
}

const unreadable = () =>
  new InvalidData('The Excel workbook cannot be read. Save it again, or as CSV UTF-8.').because({
    name: 'workbook_unreadable',
  })

const withoutValue = (cell: string) =>
  new InvalidData(
    `The formula in cell ${cell} has an error or no result. Correct it, or open and save the workbook in a spreadsheet program.`,
  ).because({ name: 'workbook_cell_without_value', cell })

const tooLarge = () =>
  new InvalidData('The Excel workbook is too large. Save it as CSV UTF-8, or split it into several files.').because({
    name: 'workbook_too_large',
  })

const tooManyRows = () =>
  new InvalidData(`The file has more than ${MAX_ROWS} rows. Split it into several files.`).because({
    name: 'import_too_many_rows',
    maximum: MAX_ROWS,
  })
