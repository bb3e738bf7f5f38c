import { z } from 'zod'
import { InvalidData } from '#entities/errors.ts'
import { maybeReadLogo } from '#entities/market/store/logo/read-logo.ts'
import { PACKING_PDFS, writePackingPdf } from '#entities/orders/packing/packing-pdf.ts'
import { type PackingSlip, SKIPPED_REASONS } from '#entities/orders/packing/packing-slip.ts'
import { findPackingSlips, type PackingDocuments } from '#entities/orders/packing/packing-slips.ts'
import { PACKING_LANGUAGES, packingWords } from '#entities/orders/packing/packing-words.ts'
import { pickingListOf } from '#entities/orders/packing/picking-list.ts'
import { isUnprintable } from '#entities/orders/packing/unprintable-text.ts'
import { rest } from '../../context/meta.ts'
import { queryList } from '../../inputs/query.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'

/** The largest number of orders and fulfillments of one document. */
const MAX_PARCELS = 100
/** The largest number of lines of one PDF. */
const MAX_LINES = 10_000

const parcelInput = {
  /** The IDs of orders and fulfillments. */
  ids: queryList(z.string()).check(z.minLength(1), z.maxLength(MAX_PARCELS)),
  language: z.enum(PACKING_LANGUAGES).default('en'),
}

const Line = z.object({
  variant_id: z.string().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  thumbnail: z.string().nullable(),
  quantity: z.int(),
  locations: z.array(z.string()),
})

const Parcel = z.object({ id: z.string(), order_id: z.string(), display_id: z.int() })

const response = z.object({
  seller: z.array(z.string()),
  /** The logo of the seller, with its size in pixels. */
  logo: z.object({ key: z.string(), width: z.int(), height: z.int() }).nullable(),
  packing_slips: z.array(
    Parcel.extend({
      created_at: z.coerce.date(),
      language: z.enum(PACKING_LANGUAGES),
      /** The texts of the slip in its language. */
      words: z.record(z.string(), z.string()),
      ship_to: z.array(z.string()),
      shipping: z.string().nullable(),
      lines: z.array(Line.extend({ line_id: z.string(), ordered_quantity: z.int() })),
    }),
  ),
  picking_list: z.array(Line.extend({ orders: z.array(z.object({ display_id: z.int(), quantity: z.int() })) })),
  skipped: z.array(Parcel.extend({ reason: z.enum(SKIPPED_REASONS) })),
  /** Whether a PDF cannot show a text, because its script is not Latin, Greek or Cyrillic. */
  has_unprintable_text: z.boolean(),
})

const Pdf = z.object({
  file_name: z.string(),
  /** The bytes of the PDF in Base64. */
  content: z.string(),
})

export const packing = router({
  packingSlips: adminProcedure
    .meta(rest('GET', '/packing-slips', 'Retrieve the packing slips and the picking list of orders'))
    .input(z.strictObject(parcelInput))
    .output(response)
    .query(async ({ ctx, input }) => {
      const { seller, logo, packing_slips, skipped } = await findPackingSlips(ctx.em, input)
      return {
        ...{ seller, logo, skipped },
        packing_slips: packing_slips.map((slip) => ({ ...slip, words: packingWords[slip.language] })),
        picking_list: pickingListOf(packing_slips),
        has_unprintable_text: packing_slips.some(hasUnprintableText) || seller.some(isUnprintable),
      }
    }),

  packingPdf: adminProcedure
    .meta(rest('GET', '/packing-slips/pdf', 'Retrieve a PDF with packing slips or a picking list'))
    .input(z.strictObject({ ...parcelInput, kind: z.enum(PACKING_PDFS).default('packing_slips') }))
    .output(z.object({ pdf: Pdf }))
    .query(async ({ ctx, input: { kind, ...input } }) => {
      const documents = await findPackingSlips(ctx.em, input)
      assertNotTooLong(documents)
      const logo = await maybeReadLogo(ctx.em, ctx.services.files)
      const content = await writePackingPdf(documents, { kind, language: input.language, logo: logo?.png })
      const name = packingWords[input.language][kind === 'picking_list' ? kind : 'packing_slip']
      return { pdf: { file_name: `${name}.pdf`, content: content.toString('base64') } }
    }),
})

const hasUnprintableText = ({ ship_to, lines }: PackingSlip): boolean =>
  ship_to.some(isUnprintable) ||
  lines.some(({ title, description, sku }) => [title, description ?? '', sku ?? ''].some(isUnprintable))

function assertNotTooLong({ packing_slips }: PackingDocuments): void {
  if (packing_slips.length === 0)
    throw new InvalidData('None of these orders has goods to send').about('ids').because({ name: 'nothing_to_send' })
  const count = packing_slips.reduce((sum, { lines }) => sum + lines.length, 0)
  if (count > MAX_LINES)
    throw new InvalidData(`A PDF has at most ${MAX_LINES} lines. Choose fewer orders.`)
      .about('ids')
      .because({ name: 'document_too_long', limit: MAX_LINES })
}
