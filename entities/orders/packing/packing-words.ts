/** The languages of packing slips and picking lists. */
export const PACKING_LANGUAGES = ['en', 'de'] as const
export type PackingLanguage = (typeof PACKING_LANGUAGES)[number]

const en = {
  packing_slip: 'Packing slip',
  picking_list: 'Picking list',
  order: 'Order',
  date: 'Date',
  ship_to: 'Ship to',
  sender: 'Sender',
  shipping: 'Shipping',
  item: 'Item',
  sku: 'SKU',
  barcode: 'Barcode',
  quantity: 'Quantity',
  location: 'Location',
  orders: 'Orders',
  of: 'of',
}

export type PackingWords = Record<keyof typeof en, string>

export const packingWords: Record<PackingLanguage, PackingWords> = {
  en,
  de: {
    packing_slip: 'Lieferschein',
    picking_list: 'Pickliste',
    order: 'Bestellung',
    date: 'Datum',
    ship_to: 'Lieferadresse',
    sender: 'Absender',
    shipping: 'Versand',
    item: 'Artikel',
    sku: 'Artikelnummer',
    barcode: 'Barcode',
    quantity: 'Menge',
    location: 'Lagerort',
    orders: 'Bestellungen',
    of: 'von',
  },
}

/** The language of a locale such as `de-AT`, if the documents have it. */
export function packingLanguageOf(locale: string | null): PackingLanguage | undefined {
  const [language] = locale?.toLowerCase().split(/[-_]/) ?? []
  return PACKING_LANGUAGES.find((one) => one === language)
}
