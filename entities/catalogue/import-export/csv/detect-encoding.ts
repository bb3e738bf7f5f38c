import { InvalidData } from '#entities/errors.ts'
import { FORMAT_NAMES, type ForeignFormat, foreignFormatOf, isBinary } from './file-format.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const HEAD_SIZE = 4096

/**
 * Reads the whole file and returns its encoding. A file that is not UTF-8 is taken for Windows-1252.
 * @throws InvalidData if the file is no text, or mixes encodings.
 */
export async function detectEncoding(content: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new Utf8Check()
  let head = new Uint8Array()
  for await (const chunk of content) {
    if (head.length < HEAD_SIZE) head = new Uint8Array(Buffer.concat([head, chunk]).subarray(0, HEAD_SIZE))
    utf8.add(chunk)
  }
  const format = foreignFormatOf(head)
  if (format) throw foreignFormatError(format)
  const wide = utf16In(head)
  if (wide) return wide
  if (isBinary(head)) throw foreignFormatError('binary')
  return utf8.finish()
}

export function foreignFormatError(format: ForeignFormat): InvalidData {
  const advice = ['excel', 'open_document', 'numbers', 'utf_32'].includes(format)
    ? 'Save it as CSV UTF-8 and import that file.'
    : 'Import a CSV file.'
  return new InvalidData(`This is ${FORMAT_NAMES[format]}. ${advice}`).because({ name: 'file_not_csv', format })
}

/** UTF-16 begins with a byte order mark, or every second byte of its Latin letters is zero. */
function utf16In(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = (parity: number) => head.filter((byte, i) => byte === 0 && i % 2 === parity).length
  const [even, odd] = [zeros(0), zeros(1)]
  if (odd > head.length / 4 && even === 0) return 'utf-16le'
  return even > head.length / 4 && odd === 0 ? 'utf-16be' : undefined
}

/** Encodings of DOS, Asia and eastern Europe have letters here, such as ü at 0x81. */
const UNUSED_IN_WINDOWS_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

class Utf8Check {
  readonly #strict = new TextDecoder('utf-8', { fatal: true })
  readonly #lenient = new TextDecoder('utf-8')
  #isValid = true
  #hasMark = false
  #isStarted = false
  #characters = 0
  #faults = 0
  #isWindows1252 = true
  #lines = 1
  #firstFault = 0

  add(chunk: Uint8Array): void {
    if (!this.#isStarted) this.#hasMark = chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
    this.#isStarted = true
    this.#isWindows1252 &&= !UNUSED_IN_WINDOWS_1252.some((byte) => chunk.includes(byte))
    this.#validate(() => this.#strict.decode(chunk, { stream: true }))
    this.#count(this.#lenient.decode(chunk, { stream: true }))
  }

  finish(): Encoding {
    this.#validate(() => this.#strict.decode())
    this.#count(this.#lenient.decode())
    if (this.#isValid) return 'utf-8'
    if (!this.#hasMark && this.#faults > this.#characters) {
      if (this.#isWindows1252) return 'windows-1252'
      throw new InvalidData('The file is neither UTF-8 nor Windows-1252. Save it as CSV UTF-8.').because({
        name: 'csv_encoding_unknown',
      })
    }
    const line = this.#firstFault
    throw new InvalidData(`Line ${line} is not valid UTF-8. Save the file as CSV UTF-8.`).because({
      name: 'csv_encoding_mixed',
      line,
    })
  }

  #validate(decode: () => string): void {
    if (!this.#isValid) return
    try {
      decode()
    } catch {
      this.#isValid = false
    }
  }

  #count(text: string): void {
    for (const character of text.match(/[\n\u0080-\u{10ffff}]/gu) ?? []) {
      if (character === '\n') this.#lines += 1
      else if (character !== '\ufffd') this.#characters += 1
      else {
        this.#faults += 1
        this.#firstFault ||= this.#lines
      }
    }
  }
}
