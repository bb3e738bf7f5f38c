import { Readable } from 'node:stream'
import { type CsvError, type Options, parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import { InvalidData } from '#entities/errors.ts'
import type { RefusalReason } from '#entities/refusal-reasons.ts'
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

const MAX_LINE_LENGTH = 1_000_000

const PARSE_OPTIONS: Options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, bom: true }

/** Chooses the delimiter that gives the most known titles. Reading `lines` throws InvalidData for invalid content. */
export async function openCsv(
  content: AsyncIterable<Uint8Array>,
  isTitle: (title: string) => boolean,
): Promise<CsvFile> {
  const texts = decodeText(content)
  const close = async () => void (await texts.return(undefined))
  try {
    const header = await readFirstLine(texts)
    const delimiter = delimiterOf(header.line, isTitle)
    const titles = cellsOf(header.line, delimiter).map((title) => title.trim())
    return {
      titles,
      lines: linesOf(prependText(header.text, texts), delimiter, titles.length),
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export function readListCell(text: string): string[] {
  const [values = []] = parseCells(text, { delimiter: ',', trim: true })
  return [...new Set(values.filter((value) => value !== ''))]
}

export const parsingMessage = (message: string) => `The csv file parsing failed due to: ${message}`

export const parsingFailed = (message: string, reason: RefusalReason) =>
  new InvalidData(parsingMessage(message)).because(reason)

export const duplicateColumnError = (title: string) =>
  parsingFailed(`The csv file has two columns ${title}`, { name: 'duplicate_csv_column', title })

export const unknownColumnError = (title: string) =>
  parsingFailed(`Unable to treat column ${title} from the csv file. No target column found in the provided schema`, {
    name: 'csv_column_unknown',
    title,
  })

async function* decodeText(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function readFirstLine(texts: AsyncIterator<string>): Promise<{ line: string; text: string }> {
  let text = ''
  for (;;) {
    const line = /^(?:[^"\r\n]|"(?:[^"]|"")*")*(?=[\r\n])/.exec(text)?.[0]
    if (line !== undefined) return { line, text }
    if (text.length > MAX_LINE_LENGTH)
      throw parsingFailed('The header line is too long', { name: 'csv_line_too_long', line: 1 })
    const { value, done } = await texts.next()
    if (done) return { line: text, text }
    text += value
  }
}

async function* prependText(text: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  yield text
  yield* texts
}

function delimiterOf(line: string, isTitle: (title: string) => boolean): string {
  const knownTitleCounts = DELIMITERS.map(
    (delimiter) => cellsOf(line, delimiter).filter((title) => isTitle(title.trim())).length,
  )
  return DELIMITERS[knownTitleCounts.indexOf(Math.max(...knownTitleCounts))] as string
}

const cellsOf = (line: string, delimiter: string): string[] => parseCells(line, { delimiter })[0] ?? []

function parseCells(text: string, options: Options): string[][] {
  try {
    return parseText(text, { ...PARSE_OPTIONS, ...options }) as string[][]
  } catch (error) {
    throw toParsingError(error)
  }
}

async function* linesOf(texts: AsyncIterable<string>, delimiter: string, columnCount: number): AsyncGenerator<CsvLine> {
  const parser = parse({ ...PARSE_OPTIONS, delimiter, from: 2, info: true, max_record_size: MAX_LINE_LENGTH })
  const source = Readable.from(texts)
  source.once('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of source.pipe(parser)) {
      const { lines: line } = info as { lines: number }
      const values = record as string[]
      if (values.slice(columnCount).some((cell) => cell !== ''))
        throw parsingFailed(`Line ${line} of the given csv file has more cells than the header`, {
          name: 'csv_line_too_wide',
          line,
        })
      yield { line, cells: Array.from({ length: columnCount }, (_, i) => unescapeFormula(values[i] ?? '')) }
    }
  } catch (error) {
    throw toParsingError(error)
  } finally {
    source.destroy()
  }
}

function toParsingError(error: unknown): unknown {
  const { code, lines } = error as Partial<CsvError> & { lines?: number }
  if (typeof code !== 'string' || !code.startsWith('CSV_') || error instanceof InvalidData) return error
  const line = typeof lines === 'number' ? lines : undefined
  const location = line === undefined ? '' : ` in line ${line} of the given csv file`
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return parsingFailed(`A quote is not closed${location}`, { name: 'csv_quote_not_closed', line })
  if (code === 'CSV_MAX_RECORD_SIZE')
    return parsingFailed(`A line is too long${location}`, { name: 'csv_line_too_long', line })
  return parsingFailed(`The text is not valid csv${location}`, { name: 'csv_invalid', line })
}
