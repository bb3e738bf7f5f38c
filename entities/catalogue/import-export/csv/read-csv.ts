import { Readable } from 'node:stream'
import { type Options, parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import { InvalidData } from '#entities/errors.ts'
import type { RefusalReason } from '#entities/refusal-reasons.ts'
import { detectEncoding, type Encoding } from './detect-encoding.ts'
import { unescapeFormula } from './escape-formula.ts'

export interface CsvLine {
  /** Line number in the file, from 1. For a row of several lines, the number of its last line. */
  line: number
  /** Row number in a spreadsheet, from 1. */
  row: number
  cells: string[]
}

export interface CsvFile extends AsyncDisposable {
  /** The title of a column without a title is empty. */
  titles: string[]
  encoding: Encoding
  /** The names of the further sheets of a workbook. */
  unreadSheets?: string[]
  lines: AsyncIterable<CsvLine>
}

/** Opens the file from its beginning. `openCsv` reads a file twice. */
export type ReadFile = () => Promise<AsyncIterable<Uint8Array>>

const DELIMITERS = [';', ',', '\t', '|']

const MAX_LINE_LENGTH = 1_000_000
const MAX_HEADER_LENGTH = 100_000
const MAX_COLUMNS = 2000

const PARSE_OPTIONS: Options = {
  relax_column_count: true,
  relax_quotes: true,
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
}

/**
 * Chooses the delimiter of a first line such as `sep=;`, or that gives the most known titles, or else the most columns.
 * Rows without a value are skipped. Reading `lines` throws InvalidData for invalid content.
 */
export async function openCsv(read: ReadFile, isTitle: (title: string) => boolean): Promise<CsvFile> {
  const encoding = await detectEncoding(await read())
  const texts = decodeText(await read(), encoding)
  const close = async () => void (await texts.return(undefined))
  try {
    const header = await readHeader(texts)
    if (header.line.length > MAX_HEADER_LENGTH) throw longHeaderError()
    const delimiter = header.delimiter ?? delimiterOf(header.line, isTitle)
    const padded = cellsOf(header.line, delimiter)
    const titles = padded.map((title) => title.trim())
    if (titles.length > MAX_COLUMNS) throw longHeaderError()
    return {
      titles,
      encoding,
      lines: linesOf(prependText(header.text, texts), {
        ...{ delimiter, titles },
        skipped: header.delimiter ? 1 : 0,
        isAligned: padded.filter((title, i) => title !== titles[i]).length > titles.length / 2,
      }),
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw toParsingError(error)
  }
}

/** Each value occurs once. */
export const readListCell = (text: string): string[] => [...new Set(readValuesOfCell(text))]

export function readValuesOfCell(text: string): string[] {
  const [values = []] = parseCells(text, { delimiter: ',', trim: true })
  return values.filter((value) => value !== '')
}

export const parsingMessage = (message: string) => `The csv file parsing failed due to: ${message}`

export const parsingFailed = (message: string, reason: RefusalReason) =>
  new InvalidData(parsingMessage(message)).because(reason)

async function* decodeText(content: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const longHeaderError = () => parsingFailed('The header line is too long', { name: 'csv_line_too_long', line: 1 })

interface Header {
  line: string
  /** The delimiter of a first line such as `sep=;`. */
  delimiter: string | undefined
  /** All text that was read. */
  text: string
}

async function readHeader(texts: AsyncIterator<string>): Promise<Header> {
  let text = ''
  let isComplete = false
  for (;;) {
    const header = headerIn(text, isComplete)
    if (header) return { ...header, text }
    if (text.length > MAX_LINE_LENGTH) throw longHeaderError()
    const { value, done } = await texts.next()
    if (done) isComplete = true
    else text += value
  }
}

/** Skips lines without a value. Returns undefined if the text ends before the end of the header. */
function headerIn(text: string, isComplete: boolean): Omit<Header, 'text'> | undefined {
  let delimiter: string | undefined
  for (let start = 0; ; ) {
    const end = endOfLine(text, start)
    if (end === undefined && !isComplete) return undefined
    const line = text.slice(start, end)
    const separator = delimiter === undefined ? SEPARATOR_LINE.exec(line)?.[1] : undefined
    if (separator !== undefined) delimiter = separator
    else if (end === undefined || /[^\s;,|]/.test(line)) return { line, delimiter }
    start = (end ?? text.length) + 1
  }
}

const SEPARATOR_LINE = /^\ufeff?"?sep=([;,\t|])"?[;,\t|]*$/i

function endOfLine(text: string, start: number): number | undefined {
  let isQuoted = false
  for (let i = start; i < text.length; i++) {
    const character = text[i]
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\r' || character === '\n')) return i
  }
  return undefined
}

async function* prependText(text: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield text
  yield* texts
}

function delimiterOf(line: string, isTitle: (title: string) => boolean): string {
  const columns = DELIMITERS.map((delimiter) => cellsOf(line, delimiter))
  const knownTitleCounts = columns.map((titles) => titles.filter((title) => isTitle(title)).length)
  const counts = knownTitleCounts.some((count) => count > 0) ? knownTitleCounts : columns.map(({ length }) => length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string
}

const cellsOf = (line: string, delimiter: string): string[] => parseCells(line, { delimiter })[0] ?? []

function parseCells(text: string, options: Options): string[][] {
  try {
    return parseText(text, { ...PARSE_OPTIONS, skip_empty_lines: true, ...options }) as string[][]
  } catch (error) {
    throw toParsingError(error)
  }
}

interface Layout {
  delimiter: string
  titles: readonly string[]
  /** Number of lines that a spreadsheet does not show. */
  skipped: number
  /** Whether blanks align the columns, also before quotes. */
  isAligned: boolean
}

async function* linesOf(texts: AsyncIterable<string>, layout: Layout): AsyncGenerator<CsvLine> {
  const { delimiter, titles, skipped, isAligned: trim } = layout
  const parser = parse({ ...PARSE_OPTIONS, delimiter, trim, info: true, max_record_size: MAX_LINE_LENGTH })
  const source = Readable.from(texts)
  source.once('error', (error) => parser.destroy(error))
  let row = 0
  let hasHeader = false
  try {
    for await (const { record, info } of source.pipe(parser)) {
      const { lines: line } = info as { lines: number }
      row += 1
      const values = record as string[]
      if (row <= skipped || isBlank(values)) continue
      if (!hasHeader) {
        hasHeader = true
        continue
      }
      yield { line, row: row - skipped, cells: readCells(values, titles, line) }
    }
  } catch (error) {
    throw toParsingError(error)
  } finally {
    source.destroy()
  }
}

/** Returns a cell for each title. @throws InvalidData for a value without a title. */
export function readCells(values: readonly string[], titles: readonly string[], line: number): string[] {
  assertTitled(values, titles, line)
  return titles.map((_, i) => unescapeFormula(values[i] ?? ''))
}

export const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

function assertTitled(cells: readonly string[], titles: readonly string[], line: number): void {
  const place = cells.findIndex((cell, i) => !titles[i] && cell.trim() !== '')
  if (place === -1) return
  if (place >= titles.length)
    throw parsingFailed(`Line ${line} of the given csv file has more cells than the header`, {
      name: 'csv_line_too_wide',
      line,
    })
  throw parsingFailed(`Line ${line} of the given csv file has a value in column ${place + 1}, which has no title`, {
    name: 'csv_column_untitled',
    line,
    place: place + 1,
  })
}

function toParsingError(error: unknown): unknown {
  const { code, lines } = error as { code?: unknown; lines?: unknown }
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return parsingFailed('The text is not valid UTF-16', { name: 'csv_invalid', line: undefined })
  if (typeof code !== 'string' || !code.startsWith('CSV_') || error instanceof InvalidData) return error
  const line = typeof lines === 'number' ? lines : undefined
  const location = line === undefined ? '' : ` in line ${line} of the given csv file`
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return parsingFailed(`A quote is not closed${location}`, { name: 'csv_quote_not_closed', line })
  if (code === 'CSV_MAX_RECORD_SIZE')
    return parsingFailed(`A line is too long${location}`, { name: 'csv_line_too_long', line })
  return parsingFailed(`The text is not valid csv${location}`, { name: 'csv_invalid', line })
}
