export const isFormatted = (text: string): boolean => /<[a-z!/][^<>]*>|&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(text)

const BLOCK = '</?(?:p|div|h[1-6]|[uod]l|li|d[td]|table|t(?:head|body|foot|r|d|h)|blockquote|pre|hr|section)\\b[^<>]*>'
const BEGINS_WITH_BLOCK = new RegExp(`^${BLOCK}`, 'i')
const ENDS_WITH_BLOCK = new RegExp(`${BLOCK}$`, 'i')

/** WordPress shows the line breaks of its texts, and writes them to files as `\n`. */
export function wordPressText(cell: string): string {
  const text = cell.replaceAll('\\r', '').replaceAll('\\n', '\n')
  if (!isFormatted(text)) return text
  const lines = text.split('\n').map((line) => line.trim())
  return lines.map((line, i) => line + breakBetween(line, lines[i + 1])).join('')
}

function breakBetween(line: string, next: string | undefined): string {
  if (line === '') return '<p>'
  const hasBreak = next && !BEGINS_WITH_BLOCK.test(next) && !ENDS_WITH_BLOCK.test(line.slice(-MAX_TAG_LENGTH))
  return hasBreak ? '<br>' : ''
}

const MAX_TAG_LENGTH = 500
