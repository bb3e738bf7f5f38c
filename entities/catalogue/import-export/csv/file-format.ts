/** Formats that shop owners mistake for CSV. Null for text. */
export type ForeignFormat = keyof typeof FORMAT_NAMES

export const FORMAT_NAMES = {
  excel: 'an Excel workbook',
  open_document: 'an OpenDocument spreadsheet',
  numbers: 'a Numbers document',
  word: 'a Word document',
  utf_32: 'a UTF-32 file',
  pdf: 'a PDF document',
  zip: 'a compressed archive',
  html: 'an HTML page',
  xml: 'an XML file',
  json: 'a JSON file',
  binary: 'not a text file',
} as const

const ZIP = 'PK\u0003\u0004'
const OLE = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'
const UTF_32_LE = '\u00ff\u00fe\u0000\u0000'
const UTF_32_BE = '\u0000\u0000\u00fe\u00ff'
const GZIP = '\u001f\u008b'

/** Recognizes a file by its first bytes. Its name does not matter. */
export function foreignFormatOf(bytes: Uint8Array): ForeignFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (head.startsWith(UTF_32_LE) || head.startsWith(UTF_32_BE)) return 'utf_32'
  if (head.startsWith(OLE)) return 'excel'
  if (head.startsWith(ZIP)) return zipFormatOf(head)
  if (head.startsWith('%PDF')) return 'pdf'
  if (head.startsWith(GZIP)) return 'zip'
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart()
  if (/^<(!doctype html|html|head|meta|body|table)\b/i.test(text)) return 'html'
  if (/^<(\?xml|[a-z][\w:-]*[\s>])/i.test(text)) return 'xml'
  if (/^(\{\s*"|\[\s*[{[])/.test(text)) return 'json'
  return undefined
}

/** Text has no control characters except line breaks and tabs, and some stray zero bytes. */
export const isBinary = (bytes: Uint8Array): boolean =>
  bytes.includes(0) &&
  (bytes.some((byte) => byte > 0 && byte < 9) || bytes.filter((byte) => byte === 0).length > bytes.length / 4)

function zipFormatOf(head: string): ForeignFormat {
  if (head.includes('application/vnd.oasis.opendocument')) return 'open_document'
  if (head.includes('Index/') && head.includes('.iwa')) return 'numbers'
  if (head.includes('word/')) return 'word'
  return /\[Content_Types\]\.xml|xl\/|_rels\/|docProps\//.test(head) ? 'excel' : 'zip'
}
