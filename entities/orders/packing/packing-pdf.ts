import { createRequire } from 'node:module'
import type { PackingDocuments } from './packing-slips.ts'
import { type PackingLanguage, packingWords } from './packing-words.ts'
import { createPage, type Page } from './pdf-page.ts'
import { pickingListOf } from './picking-list.ts'

export const PACKING_PDFS = ['packing_slips', 'picking_list'] as const
export type PackingPdfKind = (typeof PACKING_PDFS)[number]

interface PackingPdf {
  kind: PackingPdfKind
  language: PackingLanguage
  /** A PNG. Picking lists have none. */
  logo: Buffer | undefined
}

/** Returns the bytes of a PDF with one page or more for each slip, or of one picking list. */
export async function writePackingPdf(
  documents: PackingDocuments,
  { kind, language, logo }: PackingPdf,
): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const { resolve } = createRequire(import.meta.url)
  const pdf = new PdfDocument({ size: 'A4', margin: 48, autoFirstPage: false, info: { Creator: 'Cartwright' } })
  pdf.registerFont('regular', resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
  pdf.registerFont('bold', resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'))
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((onEnd, onError) => pdf.on('end', onEnd).on('error', onError))
  const page = createPage(pdf)
  if (kind === 'picking_list') await writePickingList(page, documents, language)
  else await writeSlips(page, documents, logo)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

async function writeSlips(
  page: Page,
  { seller, packing_slips }: PackingDocuments,
  logo: Buffer | undefined,
): Promise<void> {
  for (const { display_id, created_at, language, ship_to, shipping, lines } of packing_slips) {
    const words = packingWords[language]
    page.begin(`${words.packing_slip} · ${words.order} #${display_id}`, logo)
    page.facts([
      [words.ship_to, ship_to],
      [words.date, [new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(created_at)]],
      ...(shipping ? [[words.shipping, [shipping]] as const] : []),
      [words.sender, seller],
    ])
    await page.table(
      [
        { title: words.item, share: 5 },
        { title: words.sku, share: 2 },
        { title: words.barcode, share: 2 },
        { title: words.quantity, share: 1.4, isNumber: true },
      ],
      lines.map((line) => [
        [line.title, line.description].filter(Boolean).join(' · '),
        line.sku ?? '',
        line.barcode ?? '',
        line.quantity === line.ordered_quantity
          ? String(line.quantity)
          : `${line.quantity} ${words.of} ${line.ordered_quantity}`,
      ]),
    )
  }
}

async function writePickingList(page: Page, { packing_slips }: PackingDocuments, language: PackingLanguage) {
  const words = packingWords[language]
  page.begin(words.picking_list)
  page.facts([[words.orders, [packing_slips.map(({ display_id }) => `#${display_id}`).join(', ')]]])
  await page.table(
    [
      { title: words.location, share: 1.5 },
      { title: words.sku, share: 2 },
      { title: words.item, share: 4 },
      { title: words.barcode, share: 2.4 },
      { title: words.quantity, share: 1.2, isNumber: true },
      { title: words.orders, share: 2 },
    ],
    pickingListOf(packing_slips).map((row) => [
      row.locations.join(', '),
      row.sku ?? '',
      [row.title, row.description].filter(Boolean).join(' · '),
      row.barcode ?? '',
      String(row.quantity),
      row.orders.map(({ display_id, quantity }) => `${quantity} × #${display_id}`).join(', '),
    ]),
  )
}
