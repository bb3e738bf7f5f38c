import { strToU8, zipSync } from 'fflate'

type WorkbookCell = string | number | { day: number }

/** An Excel workbook with one sheet. `{ day: 46023 }` is a day, counted as Excel does. */
export function workbook(
  rows: readonly (readonly WorkbookCell[])[],
  more: Record<string, Uint8Array> = {},
): Uint8Array {
  const xml = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return zipSync({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Products" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${packageRelations}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="${main}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
    ),
    ...more,
  })
}

const rowXml = (cells: readonly WorkbookCell[], i: number) =>
  `<row r="${i + 1}">${cells.map((cell, column) => cellXml(cell, `${columnName(column)}${i + 1}`)).join('')}</row>`

function cellXml(cell: WorkbookCell, place: string): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${place}" s="1"><v>${cell.day}</v></c>`
  return cell === '' ? '' : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`
}

const columnName = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : `${columnName(Math.floor(n / 26) - 1)}${columnName(n % 26)}`

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
