export interface PdfColumn {
  title: string
  /** The share of the width. */
  share: number
  isNumber?: boolean
}

export interface Page {
  /** Begins a page with a title, and a PNG on the right. */
  begin(title: string, logo?: Buffer): void
  /** Blocks of lines below their names, next to each other. */
  facts(facts: readonly (readonly [name: string, lines: readonly string[]])[]): void
  /** A table that continues on further pages, with its titles on each of them. Other requests run in between. */
  table(columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): Promise<void>
}

const GAP = 8
const SMALL = 8
const NORMAL = 9
/** In points. */
const LOGO = { width: 140, height: 48 }
const ROWS_AT_ONCE = 20

interface RowLayout {
  widths: readonly number[]
  columns: readonly PdfColumn[]
  height: number
}

/** Writes titles, blocks and tables to a document in A4. */
export function createPage(pdf: PDFKit.PDFDocument): Page {
  const left = () => pdf.page.margins.left
  const width = () => pdf.page.width - left() - pdf.page.margins.right
  const bottom = () => pdf.page.height - pdf.page.margins.bottom

  const heightOf = (texts: readonly string[], widths: readonly number[]) =>
    Math.max(...texts.map((text, index) => pdf.heightOfString(text || ' ', { width: widths[index] ?? 0 })))

  function row(texts: readonly string[], { widths, columns, height }: RowLayout) {
    const top = pdf.y
    let start = left()
    texts.forEach((text, index) => {
      const columnWidth = widths[index] ?? 0
      pdf.text(text, start, top, { width: columnWidth, align: columns[index]?.isNumber ? 'right' : 'left' })
      start += columnWidth + GAP
    })
    pdf.x = left()
    pdf.y = top + height + 4
  }

  return {
    begin(title, logo) {
      pdf.addPage()
      const top = pdf.y
      const box = { width: LOGO.width, height: LOGO.height }
      if (logo) pdf.image(logo, left() + width() - box.width, top, { fit: [box.width, box.height], align: 'right' })
      pdf.font('bold').fontSize(15)
      pdf.text(title, left(), top, { width: width() - (logo ? box.width + GAP : 0) })
      if (logo) pdf.y = Math.max(pdf.y, top + box.height)
      pdf.moveDown(0.8)
    },
    facts(facts) {
      const top = pdf.y
      const columnWidth = (width() - GAP * (facts.length - 1)) / facts.length
      let end = top
      facts.forEach(([name, lines], index) => {
        const start = left() + index * (columnWidth + GAP)
        pdf.font('bold').fontSize(SMALL).text(name, start, top, { width: columnWidth })
        pdf.font('regular').fontSize(NORMAL)
        pdf.text(lines.join('\n'), start, pdf.y + 2, { width: columnWidth })
        end = Math.max(end, pdf.y)
      })
      pdf.x = left()
      pdf.y = end + 16
    },
    async table(columns, rows) {
      const shares = columns.reduce((sum, { share }) => sum + share, 0)
      const free = width() - GAP * (columns.length - 1)
      const widths = columns.map(({ share }) => (free * share) / shares)
      const titles = columns.map(({ title }) => title)
      const head = () => {
        pdf.font('bold').fontSize(SMALL)
        row(titles, { widths, columns, height: heightOf(titles, widths) })
        pdf
          .moveTo(left(), pdf.y - 2)
          .lineTo(left() + width(), pdf.y - 2)
          .lineWidth(0.5)
          .stroke()
        pdf.y += 3
        pdf.font('regular').fontSize(NORMAL)
      }
      head()
      for (const [index, texts] of rows.entries()) {
        const height = heightOf(texts, widths)
        if (pdf.y + height > bottom()) {
          pdf.addPage()
          head()
        }
        row(texts, { widths, columns, height })
        if (index % ROWS_AT_ONCE === 0) await otherRequests()
      }
    },
  }
}

const otherRequests = () => new Promise<void>((resolve) => setImmediate(resolve))
