import { Unzip, UnzipInflate } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { InvalidData } from '#entities/errors.ts'
import { type CsvFile, type CsvLine, isBlank, type ReadFile, readCells } from './read-csv.ts'

const MAX_ROWS = 100_000
/** The content of a zip file can be a thousand times larger than the file. */
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

/**
 * Reads the first sheet of an Excel workbook. Numbers and days become texts.
 * @throws InvalidData for a damaged or an enormous file.
 */
export async function openWorkbook(read: ReadFile): Promise<CsvFile> {
  const rows = await readFirstSheet(Buffer.concat(await Array.fromAsync(await read())))
  if (rows.length > MAX_ROWS) throw tooManyRows()
  const header = rows.findIndex((cells) => !isBlank(cells))
  const titles = (rows[header] ?? ['']).map((title) => title.trim())
  return {
    titles,
    encoding: 'utf-8',
    lines: linesOf(rows, { titles, header }),
    async [Symbol.asyncDispose]() {},
  }
}

/** Each row is read once. A row that was read is not kept. */
async function* linesOf(
  rows: string[][],
  { titles, header }: { titles: readonly string[]; header: number },
): AsyncGenerator<CsvLine> {
  for (const [i, values] of rows.entries()) {
    rows[i] = []
    if (i <= header || isBlank(values)) continue
    yield { line: i + 1, row: i + 1, cells: readCells(values, titles, i + 1) }
  }
}

async function readFirstSheet(content: Buffer): Promise<string[][]> {
  assertUnpackedSize(content)
  const rows: unknown[][] = await readSheet(content, 1, { parseNumber: numberText }).catch(() => {
    throw new InvalidData('The Excel workbook cannot be read. Save it again, or as CSV UTF-8.').because({
      name: 'workbook_unreadable',
    })
  })
  for (const [i, cells] of rows.entries()) rows[i] = cells.map(cellText)
  return rows as string[][]
}

/** Excel stores 12.1 as `12.100000000000001`, and has 15 exact digits. */
const numberText = (text: string): string => {
  const number = Number(text)
  return Number.isFinite(number) ? plainNumber(Number(number.toPrecision(15))) : text
}

const plainNumber = (number: number): string =>
  Number.isInteger(number) ? BigInt(number).toString() : number.toString()

function cellText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00.000Z$/, '')
  return value === null || value === undefined ? '' : ownCopy(String(value))
}

/** The text of a cell is a part of the whole sheet, and would keep it in memory. */
const ownCopy = (text: string): string => Buffer.from(text).toString()

function assertUnpackedSize(content: Uint8Array): void {
  let size = 0
  const unzip = new Unzip((file) => {
    file.ondata = (error, data) => {
      if (error) throw error
      size += data.length
      if (size > MAX_UNPACKED_BYTES) throw tooManyRows()
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let start = 0; start < content.length; start += CHUNK_BYTES)
      unzip.push(content.subarray(start, start + CHUNK_BYTES), start + CHUNK_BYTES >= content.length)
  } catch (error) {
    if (error instanceof InvalidData) throw error
  }
}

const tooManyRows = () =>
  new InvalidData(`The file has more than ${MAX_ROWS} rows. Split it into several files.`).because({
    name: 'import_too_many_rows',
    maximum: MAX_ROWS,
  })
