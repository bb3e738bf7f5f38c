import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotFound } from '#entities/errors.ts'
import { type TextOf, textsInLocale } from '#entities/market/language/texts-in-locale.ts'
import { type Logo, maybeFindLogo } from '#entities/market/store/logo/read-logo.ts'
import type { SELLER, Store } from '#entities/market/store/store.ts'
import { addressLines } from './address-lines.ts'
import type { PackingSlip, SkippedParcel } from './packing-slip.ts'
import { type PackingLanguage, packingLanguageOf } from './packing-words.ts'
import { type Parcel, type ParcelLine, readParcels } from './read-parcels.ts'

export interface PackingDocuments {
  /** The name and the address of the seller, one text for each line. */
  seller: string[]
  packing_slips: PackingSlip[]
  skipped: SkippedParcel[]
  logo: Logo | null
}

interface PackingQuery {
  /** The IDs of orders and fulfillments. */
  ids: readonly string[]
  /** The language of the merchant. A customer without a known language gets it too. */
  language: PackingLanguage
}

/** @throws NotFound for an unknown ID. */
export async function findPackingSlips(em: EntityManager, { ids, language }: PackingQuery): Promise<PackingDocuments> {
  const parcels = await readParcels(em, [...new Set(ids)])
  const missing = ids.filter((id) => !parcels.some((parcel) => parcel.id === id))
  if (missing.length > 0)
    throw new NotFound(`Orders or fulfillments with these ids were not found: ${missing.join(', ')}`)
  const [store] = await selectSeller(em)
  const documents: PackingDocuments = {
    seller: store ? [store.company ?? store.name, ...addressLines(store, language)] : [],
    packing_slips: [],
    skipped: [],
    logo: (await maybeFindLogo(em)) ?? null,
  }
  const textsOf = await readOptionTexts(em, parcels)
  for (const parcel of parcels) {
    const { id, order_id, display_id, is_canceled } = parcel
    const lines = linesToSend(parcel)
    if (!is_canceled && lines.length > 0)
      documents.packing_slips.push(slipOf(parcel, { lines, language, textOf: textsOf.get(parcel.locale)! }))
    else documents.skipped.push({ id, order_id, display_id, reason: is_canceled ? 'canceled' : 'nothing_to_send' })
  }
  return documents
}

/** An order whose goods are all shipped has a slip of all goods, so that a lost one can be printed again. */
function linesToSend({ lines }: Parcel): ParcelLine[] {
  const goods = lines.filter(({ is_unpacked }) => !is_unpacked)
  const open = goods.filter(({ quantity }) => quantity > 0)
  return open.length > 0 ? open : goods.map((line) => ({ ...line, quantity: line.ordered_quantity }))
}

/** The texts of all shipping options, by the locale of the customer. */
async function readOptionTexts(em: EntityManager, parcels: readonly Parcel[]): Promise<Map<string | null, TextOf>> {
  const texts = new Map<string | null, TextOf>()
  for (const [locale, sent] of Map.groupBy(parcels, (parcel) => parcel.locale)) {
    const ids = sent.flatMap(({ shipping_options }) => shipping_options.map(({ id }) => id))
    texts.set(locale, await textsInLocale(em, locale, ids))
  }
  return texts
}

function slipOf(
  { id, order_id, display_id, created_at, locale, address, shipping_options }: Parcel,
  { lines, language: usual, textOf }: { lines: readonly ParcelLine[]; language: PackingLanguage; textOf: TextOf },
): PackingSlip {
  const language = packingLanguageOf(locale) ?? usual
  const names = shipping_options.map((option) => textOf(option, 'name') ?? option.name)
  const shipping = names.length > 0 ? [...new Set(names)].join(', ') : null
  return {
    ...{ id, order_id, display_id, language, shipping },
    created_at: new Date(created_at),
    ship_to: addressLines(address ?? {}, language),
    lines: lines.map(({ is_unpacked, ...line }) => line),
  }
}

const selectSeller = statement<Pick<Store, 'name' | (typeof SELLER)[number]>>('select * from store limit 1')
