/// <reference path="./saxen.d.ts" />
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { strFromU8, Unzip, UnzipInflate, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { Parser } from 'saxen'

/*
 * Writes the names of the sheets of a workbook, and then each row of its first visible sheet, as lines of JSON. That sheet is named first.
 * It is a separate process: the libraries read a sheet in one step, which would stop all requests of a shop, and a hostile workbook
 * exhausts the memory.
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
const HAS_CELL_WITHOUT_VALUE = 5

class TooLarge extends Error {}

const content = await buffer(process.stdin)
if (isTooLarge()) process.exitCode = TOO_LARGE
else
  await writeAll().catch((error) => {
    process.exitCode = error instanceof TooLarge ? TOO_LARGE : UNREADABLE
  })

async function writeAll(): Promise<void> {
  const sheets = readSheets()
  const shown = Math.max(
    sheets.findIndex(({ isHidden }) => !isHidden),
    0,
  )
  const cell = findCellWithoutValue(sheets[shown]?.relation)
  if (cell) {
    await writeLine([cell])
    process.exitCode = HAS_CELL_WITHOUT_VALUE
    return
  }
  const rows: unknown[][] = await readSheet(content, shown + 1, { parseNumber: numberText })
  if (rows.length > MAX_ROWS) {
    process.exitCode = TOO_MANY_ROWS
    return
  }
  const names = [...sheets.splice(shown, 1), ...sheets].map(({ name }) => name)
  await writeLine(names.slice(0, MAX_NAMED_SHEETS))
  for (const cells of rows) await writeLine(cells.map(cellText))
}

/** The reader of the lines also splits them at the Unicode separators, which JSON does not escape. */
async function writeLine(texts: readonly string[]): Promise<void> {
  const line = JSON.stringify(texts).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  if (line.length > MAX_LINE_LENGTH) throw new TooLarge()
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

interface Sheet {
  name: string
  isHidden: boolean
  /** The id of the relation that has the path of the sheet. */
  relation: string | undefined
}

function readSheets(): Sheet[] {
  const sheets: Sheet[] = []
  const parser = new Parser()
  parser.on('openTag', (element, attributes, decodeEntities) => {
    if (localName(element) !== 'sheet') return
    const { name = '', state = 'visible', ...others } = attributes()
    const relation = Object.entries(others).find(([title]) => localName(title) === 'id')?.[1]
    sheets.push({ name: decodeEntities(name), isHidden: state !== 'visible', relation })
  })
  parser.parse(readPart('xl/workbook.xml'))
  return sheets
}

/** The library reads a formula with an error or without a result as an empty cell, which would erase a price. */
function findCellWithoutValue(relation: string | undefined): string | undefined {
  const xml = readPart(findPath(relation))
  if (!/<(\w+:)?f[\s/>]|\bt="e"/.test(xml)) return undefined
  let found: string | undefined
  let cell = { name: '', type: '', hasFormula: false, hasValue: false }
  let isValue = false
  const parser = new Parser()
  parser.on('openTag', (element, attributes) => {
    const name = localName(element)
    isValue = name === 'v'
    if (name === 'c')
      cell = { name: attributes().r ?? '?', type: attributes().t ?? 'n', hasFormula: false, hasValue: false }
    if (name === 'f') cell.hasFormula = true
    if (isValue && cell.type === 'str') cell.hasValue = true
  })
  parser.on('text', (text) => {
    if (isValue && text.trim() !== '') cell.hasValue = true
  })
  parser.on('closeTag', (element) => {
    if (localName(element) === 'c' && (cell.type === 'e' || (cell.hasFormula && !cell.hasValue))) found ??= cell.name
  })
  parser.parse(xml)
  return found
}

function findPath(relation: string | undefined): string {
  let path = ''
  const parser = new Parser()
  parser.on('openTag', (element, attributes) => {
    if (localName(element) !== 'Relationship' || attributes().Id !== relation) return
    const { Target = '' } = attributes()
    path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
  })
  parser.parse(readPart('xl/_rels/workbook.xml.rels'))
  return path
}

function readPart(path: string): string {
  const files = unzipSync(content, { filter: ({ name }) => name === path })
  return strFromU8(files[path] ?? new Uint8Array())
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
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
