import { Readable } from 'node:stream'
import { type CsvError, type Options, parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import { InvalidData } from '#entities/errors.ts'
import { unescapeFormula } from './escape-formula.ts'

export interface CsvLine {
  /** Line number in the file, from 1. For a row of several lines, the number of its last line. */
  line: number
  cells: string[]
}

export interface CsvFile extends AsyncDisposable {
  titles: string[]
  lines: AsyncIterable<CsvLine>
}

const DELIMITERS = [';', ',', '\t', '|']

const LONGEST_LINE = 1_000_000

const reading: Options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, bom: true }

/** Chooses the delimiter that gives the most known titles. Reading `lines` throws InvalidData for invalid content. */
export async function openCsv(
  content: AsyncIterable<Uint8Array>,
  isTitle: (title: string) => boolean,
): Promise<CsvFile> {
  const texts = decoded(content)
  const close = async () => void (await texts.return(undefined))
  try {
    const head = await firstLine(texts)
    const delimiter = delimiterOf(head.line, isTitle)
    const titles = cellsOf(head.line, delimiter).map((title) => title.trim())
    return { titles, lines: linesOf(rest(head.read, texts), delimiter, titles.length), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

export function readListCell(text: string): string[] {
  const [values = []] = cellsRead(text, { delimiter: ',', trim: true })
  return [...new Set(values.filter((value) => value !== ''))]
}

export const parsingFailed = (why: string) => new InvalidData(`The csv file parsing failed due to: ${why}`)

async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const piece of content) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

async function firstLine(texts: AsyncIterator<string>): Promise<{ line: string; read: string }> {
  let read = ''
  for (;;) {
    const line = /^(?:[^"\r\n]|"(?:[^"]|"")*")*(?=[\r\n])/.exec(read)?.[0]
    if (line !== undefined) return { line, read }
    if (read.length > LONGEST_LINE) throw parsingFailed('The header line is too long')
    const { value, done } = await texts.next()
    if (done) return { line: read, read }
    read += value
  }
}

async function* rest(read: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield read
  yield* texts
}

function delimiterOf(line: string, isTitle: (title: string) => boolean): string {
  const known = DELIMITERS.map((delimiter) => cellsOf(line, delimiter).filter((title) => isTitle(title.trim())).length)
  return DELIMITERS[known.indexOf(Math.max(...known))] as string
}

const cellsOf = (line: string, delimiter: string): string[] => cellsRead(line, { delimiter })[0] ?? []

function cellsRead(text: string, options: Options): string[][] {
  try {
    return parseText(text, { ...reading, ...options }) as string[][]
  } catch (error) {
    throw explained(error)
  }
}

async function* linesOf(texts: AsyncIterable<string>, delimiter: string, width: number): AsyncGenerator<CsvLine> {
  const parser = parse({ ...reading, delimiter, from: 2, info: true, max_record_size: LONGEST_LINE })
  const source = Readable.from(texts)
  source.once('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of source.pipe(parser)) {
      const { lines: line } = info as { lines: number }
      const values = record as string[]
      if (values.slice(width).some((cell) => cell !== ''))
        throw parsingFailed(`Line ${line} of the given csv file has more cells than the header`)
      yield { line, cells: Array.from({ length: width }, (_, i) => unescapeFormula(values[i] ?? '')) }
    }
  } catch (error) {
    throw explained(error)
  } finally {
    source.destroy()
  }
}

function explained(error: unknown): unknown {
  const { code, lines } = error as Partial<CsvError> & { lines?: number }
  if (typeof code !== 'string' || !code.startsWith('CSV_') || error instanceof InvalidData) return error
  const where = typeof lines === 'number' ? ` in line ${lines} of the given csv file` : ''
  if (code === 'CSV_QUOTE_NOT_CLOSED') return parsingFailed(`A quote is not closed${where}`)
  if (code === 'CSV_MAX_RECORD_SIZE') return parsingFailed(`A line is too long${where}`)
  return parsingFailed(`The text is not valid csv${where}`)
}
