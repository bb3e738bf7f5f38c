/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen'
import { InvalidData } from '#entities/errors.ts'
import { foreignFormatError } from './detect-encoding.ts'
import { findItems, invalidXml } from './find-items.ts'
import { type CsvFile, type CsvLine, parsingFailed, type ReadFile, readCells } from './read-csv.ts'

const MAX_COLUMNS = 1000

/**
 * Reads an XML feed as a table: a row for each `item` of RSS or `entry` of Atom, and a column for each name inside of it, without the
 * prefix `g:`. Repeated values are separated by commas. Reading `lines` throws InvalidData for invalid content.
 * @throws InvalidData for an XML file without items.
 */
export async function openFeed(read: ReadFile): Promise<CsvFile> {
  const names = new Set<string>()
  for await (const { text, line } of findItems(decode(await read())))
    for (const name of readItem(text, line).keys()) {
      names.add(name)
      if (names.size > MAX_COLUMNS)
        throw parsingFailed(`The feed has more than ${MAX_COLUMNS} columns in line ${line}`, {
          name: 'csv_line_too_wide',
          line,
        })
    }
  if (names.size === 0) throw foreignFormatError('xml')
  const titles = [...names]
  return { titles, encoding: 'utf-8', lines: linesOf(read, titles), async [Symbol.asyncDispose]() {} }
}

async function* linesOf(read: ReadFile, titles: readonly string[]): AsyncGenerator<CsvLine> {
  let row = 0
  for await (const { text, line } of findItems(decode(await read()))) {
    row += 1
    const values = readItem(text, line)
    yield {
      line,
      row,
      cells: readCells(
        titles.map((title) => listOf(values.get(title) ?? [])),
        titles,
        line,
      ),
    }
  }
}

/** A comma inside of one of several values has a backslash, as in the feeds of spreadsheets. */
const listOf = (values: readonly string[]): string =>
  values.length > 1 ? values.map((value) => value.replaceAll(',', '\\,')).join(',') : (values[0] ?? '')

async function* decode(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const chunk of content) {
      decoder ??= new TextDecoder(declaredEncoding(chunk), { fatal: true })
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    throw new InvalidData('The text of the XML file does not have the encoding that it declares.').because({
      name: 'csv_encoding_unknown',
    })
  }
}

const declaredEncoding = (start: Uint8Array): string =>
  /^[^<]*<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(Buffer.from(start.subarray(0, 200)).toString('latin1'))?.[1] ??
  'utf-8'

/** Values of elements inside of an element are joined, such as `DE 4.90 EUR` of a shipping. */
function readItem(xml: string, line: number): Map<string, string[]> {
  const values = new Map<string, string[]>()
  const parser = new Parser()
  let depth = 0
  let texts: string[] = []
  const add = (text: string) => {
    if (depth > 1 && text.trim() !== '') texts.push(text.trim())
  }
  parser.on('openTag', (_, attributes, decodeEntities) => {
    depth += 1
    if (depth === 2) texts = []
    const { href } = depth === 2 ? attributes() : {}
    if (href) texts.push(decodeEntities(href))
  })
  parser.on('text', (text, decodeEntities) => add(decodeEntities(text)))
  parser.on('cdata', add)
  parser.on('closeTag', (element) => {
    if (depth === 2) {
      const name = element.replace(/^g:/, '')
      const repeated = values.get(name)
      if (repeated) repeated.push(texts.join(' '))
      else values.set(name, [texts.join(' ')])
    }
    depth -= 1
  })
  parser.on('error', () => {
    throw invalidXml(line)
  })
  parser.parse(xml)
  return values
}
