/**
 * Reads the text that Excel, LibreOffice, Numbers and Google Sheets copy: cells between tabs, rows between line breaks. A
 * cell with a tab, a line break or a quote is in quotes.
 */
export function readClipboardTable(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < plain.length; at++) {
    const sign = plain.charAt(at)
    if (isQuoted && sign === '"' && plain[at + 1] === '"') {
      cell += '"'
      at++
    } else if (isQuoted && sign === '"') isQuoted = false
    else if (isQuoted) cell += sign
    else if (sign === '"' && cell === '' && isQuotedCell(plain, at)) isQuoted = true
    else if (sign === '\t') endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else cell += sign
  }
  endCell()
  return rows
}

/** A quote without an end before a tab or a line break belongs to the text: `"Best of" mug`. */
const isQuotedCell = (text: string, start: number): boolean => /^"(?:[^"]|"")*"(?=\t|\n|$)/.test(text.slice(start))

export const writeClipboardTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(writeCell).join('\t')).join('\n')

const writeCell = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
