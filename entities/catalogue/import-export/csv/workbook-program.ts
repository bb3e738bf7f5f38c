/// <reference path="./saxen.d.ts" />
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { Parser } from 'saxen'

/*
 * Writes the names of the sheets of a workbook, and then each row of its first sheet, as lines of JSON. It is a separate process: the
 * libraries read a sheet in one step, which would stop all requests of a shop, and a hostile workbook exhausts the memory.
 */

const MAX_ROWS = Number(process.argv[2])
/** The content of a zip file can be a thousand times larger than the file. */
const MAX_UNPACKED_BYTES = 150 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024
/** As in a CSV file. The shop reads a line as a whole. */
const MAX_LINE_LENGTH = 1_000_000
const MAX_NAMED_SHEETS = 20
const UNREADABLE = 2
const TOO_MANY_ROWS = 3
const TOO_LARGE = 4

class TooLarge extends Error {}

const content = await buffer(process.stdin)
if (isTooLarge()) process.exitCode = TOO_LARGE
else
  await writeAll().catch((error) => {
    process.exitCode = error instanceof TooLarge ? TOO_LARGE : UNREADABLE
  })

async function writeAll(): Promise<void> {
  const rows: unknown[][] = await readSheet(content, 1, { parseNumber: numberText })
  if (rows.length > MAX_ROWS) {
    process.exitCode = TOO_MANY_ROWS
    return
  }
  await writeLine(sheetNames().slice(0, MAX_NAMED_SHEETS))
  for (const cells of rows) await writeLine(cells.map(cellText))
}

/** The reader of the lines also splits them at the Unicode separators, which JSON does not escape. */
async function writeLine(texts: readonly string[]): Promise<void> {
  const line = JSON.stringify(texts).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (line.length > MAX_LINE_LENGTH) throw new TooLarge()
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

function sheetNames(): string[] {
  const files = unzipSync(content, { filter: ({ name }) => name === 'xl/workbook.xml' })
  const names: string[] = []
  const parser = new Parser()
  parser.on('openTag', (element, attributes, decodeEntities) => {
    if (/^(\w+:)?sheet$/.test(element)) names.push(decodeEntities(attributes().name ?? ''))
  })
  parser.parse(strFromU8(files['xl/workbook.xml'] ?? new Uint8Array()))
  return names
}

/** Excel stores 12.1 as `12.100000000000001`, and has 15 exact digits. */
function numberText(text: string): string {
  const number = Number(text)
  return Number.isFinite(number) ? plainNumber(Number(number.toPrecision(15))) : text
}

function plainNumber(number: number): string {
  return Number.isInteger(number) ? BigInt(number).toString() : number.toString()
}

function cellText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00.000Z$/, '')
  return value === null || value === undefined ? '' : String(value)
}

function isTooLarge(): boolean {
  let size = 0
  const unzip = new Unzip((file) => {
    file.ondata = (error, data) => {
      if (error) throw error
      size += data.length
      if (size > MAX_UNPACKED_BYTES) throw new TooLarge()
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let start = 0; start < content.length; start += CHUNK_BYTES)
      unzip.push(content.subarray(start, start + CHUNK_BYTES), start + CHUNK_BYTES >= content.length)
  } catch (error) {
    return error instanceof TooLarge
  }
  return false
}
