import type { InvalidData } from '#entities/errors.ts'
import { parsingFailed } from './read-csv.ts'

export interface FeedItem {
  text: string
  /** Line number of its end in the file, from 1. */
  line: number
}

const MAX_ITEM_LENGTH = 1_000_000
const ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>' }
const MARK = /<!--|<!\[CDATA\[|<(\/?)(item|entry)(?=[\s>])/g
/** A mark can begin at the end of one part of the text and end in the next one. */
const MAX_MARK_LENGTH = 10

/**
 * Finds the elements `item` and `entry`, also with tags in comments and CDATA sections, in the time of one pass.
 * @throws InvalidData for an item that is too long or does not end.
 */
export async function* findItems(parts: AsyncIterable<string>): AsyncGenerator<FeedItem> {
  const scan = new FeedScan()
  for await (const part of parts) yield* scan.add(part)
  scan.finish()
}

class FeedScan {
  #text = ''
  /** `add` has scanned the text before it. */
  #place = 0
  #item: { start: number; name: string } | undefined
  #line = 1
  #isInside = false

  finish(): void {
    if (this.#item || this.#isInside) throw invalidXml(this.#line)
  }

  *add(part: string): Generator<FeedItem> {
    this.#text += part
    this.#isInside = false
    for (let mark = this.#nextMark(); mark; mark = this.#nextMark()) {
      const [text, slash, name = ''] = mark
      const close = ENDS[text] ?? '>'
      const end = name && !slash ? mark.index + text.length : this.#endOf(close, mark.index + text.length)
      if (end === undefined) {
        this.#isInside = true
        this.#place = mark.index
        break
      }
      this.#place = end
      if (name && !slash) this.#item ??= { start: mark.index, name }
      if (slash && name === this.#item?.name) yield this.#takeItem(this.#item.start)
    }
    if (!this.#isInside) this.#place = Math.max(this.#place, this.#text.length - MAX_MARK_LENGTH)
    this.#forget(this.#item?.start ?? this.#place)
    if (this.#text.length > MAX_ITEM_LENGTH) throw this.#tooLong()
  }

  #nextMark(): RegExpExecArray | null {
    MARK.lastIndex = this.#place
    return MARK.exec(this.#text)
  }

  #endOf(close: string, from: number): number | undefined {
    const found = this.#text.indexOf(close, from)
    return found < 0 ? undefined : found + close.length
  }

  #takeItem(start: number): FeedItem {
    const text = this.#text.slice(start, this.#place)
    this.#item = undefined
    this.#forget(this.#place)
    if (text.length > MAX_ITEM_LENGTH) throw this.#tooLong()
    return { text, line: this.#line }
  }

  #forget(length: number): void {
    this.#line += this.#text.slice(0, length).split('\n').length - 1
    this.#text = this.#text.slice(length)
    this.#place -= length
    if (this.#item) this.#item.start -= length
  }

  #tooLong(): InvalidData {
    return parsingFailed('An item of the feed is too long', { name: 'csv_line_too_long', line: this.#line })
  }
}

export const invalidXml = (line: number): InvalidData =>
  parsingFailed(`The XML is not valid in line ${line}`, { name: 'csv_invalid', line })
