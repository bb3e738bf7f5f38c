import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { counted } from '#entities/values/plural.ts'
import type { CsvFile } from './csv/read-csv.ts'
import type { ImportNoticeReasons, TranslatedChange } from './import-reasons.ts'

type NoticeName = keyof ImportNoticeReasons

export type NoticeReason = { [Name in NoticeName]: { name: Name } & ImportNoticeReasons[Name] }[NoticeName]

type NoticeTexts = { [Name in NoticeName]: (reason: { name: Name } & ImportNoticeReasons[Name]) => string }

const TEXTS: NoticeTexts = {
  import_recognized: ({ program, products, variants }) =>
    `${program} export: ${counted(products, 'product')}, ${counted(variants, 'variant')}.`,
  import_columns_dropped: ({ titles }) => `Not imported, because the shop has no such columns: ${titles}.`,
  import_translated: ({ change, count, rows }) => `${TRANSLATED[change]}: ${count} (rows ${rows}).`,
  import_same_handles: ({ count, handles }) =>
    `${counted(count, 'product of the shop has', 'products of the shop have')} the same handle as a product of the file and will be changed: ${handles}.`,
  import_other_titles: ({ count, titles }) =>
    count === 1
      ? `1 product gets another title, and no SKU shows that it is the same product: ${titles}.`
      : `${count} products get another title, and no SKU shows that they are the same products: ${titles}.`,
  undo_keeps: ({ reason, count, handles }) =>
    `${counted(count, 'product stays', 'products stay')}, because ${KEPT[reason]}: ${handles}.`,
  import_old_addresses: ({ count }) =>
    `${counted(count, 'address', 'addresses')} of the old shop will lead to the imported pages.`,
  undo_old_addresses: ({ count }) =>
    `${counted(count, 'redirect from an address of the old shop is', 'redirects from addresses of the old shop are')} removed.`,
  import_pictures: ({ count, hosts }) =>
    `${counted(count, 'picture')} will be fetched in the background, from ${hosts}.`,
  import_sale: ({ list, count }) =>
    `${counted(count, 'price')} of the price list "${list}" will be added, changed or removed.`,
  import_encoding: ({ encoding }) =>
    `The file is not UTF-8. It was read as ${encoding}. Check the letters with accents.`,
  import_sheets_unread: ({ sheets }) => `Only the first visible sheet was read. Other sheets: ${sheets}.`,
  import_amounts_shortened: ({ count, example, amount }) =>
    `Zeros at the end of ${counted(count, 'price')} were left out: ${example} was read as ${amount}.`,
  import_blanks_removed: ({ count, title, row }) =>
    `Blanks around ${counted(count, 'value')} were removed, first in ${title} of row ${row}.`,
  import_handles_changed: ({ count, example, handle }) =>
    `${counted(count, 'handle is', 'handles are')} not valid in an address: ${example} becomes ${handle}.`,
  import_first_row_counts: ({ count, title, row }) =>
    `${counted(count, 'row differs from the first row of its product', 'rows differ from the first row of their product')}, first in ${title} of row ${row}. The first row counts.`,
  import_new_ids: ({ products, variants }) =>
    `The ids of ${counted(products, 'product')} and ${counted(variants, 'variant')} are unknown. They will be new.`,
  import_profile_missing: ({ count, profile }) =>
    `The shipping profile ${profile} was not found. ${counted(count, 'new product gets', 'new products get')} the default profile.`,
  import_erases: ({ count, title }) => `${title}: ${count} emptied.`,
  import_removes: ({ count, what }) => `${counted(count, REMOVED[what][0], REMOVED[what][1])} removed.`,
  import_price_taxes: ({ title, code, includes_tax }) =>
    `${title} seems to have prices ${includes_tax ? 'without' : 'with'} tax, but the shop stores prices in ${code.toUpperCase()} ${includes_tax ? 'with' : 'without'} tax.`,
  import_tax_class: ({ tax_class, count, rates }) =>
    `Tax class ${tax_class}: ${counted(count, 'product gets', 'products get')} ${rates}.`,
  import_tax_class_open: ({ tax_class, count }) =>
    `Tax class ${tax_class}: ${counted(count, 'product gets', 'products get')} the standard rate of each region, because no tax rate is chosen for it.`,
  import_creates: ({ what, values }) => `New ${CREATED[what]}: ${values}.`,
  import_customers_recognized: ({ program, customers }) => `${program} export: ${counted(customers, 'customer')}.`,
  import_accounts_kept: ({ count, emails }) =>
    `${counted(count, 'account of the shop stays as it is', 'accounts of the shop stay as they are')}: ${emails}.`,
  import_customers_changed: ({ count, emails }) =>
    `${counted(count, 'customer of an earlier import gets', 'customers of an earlier import get')} the values of this file: ${emails}.`,
  undo_keeps_customers: ({ reason, count, emails }) =>
    `${counted(count, 'customer stays', 'customers stay')}, because ${KEPT_CUSTOMERS[reason]}: ${emails}.`,
  import_orders_recognized: ({ program, orders }) => `${program} export: ${counted(orders, 'order')}.`,
  import_orders_open: ({ program, count }) =>
    count === 1
      ? `1 order is not paid or not shipped. This shop only shows it. Finish it in ${program}.`
      : `${count} orders are not paid or not shipped. This shop only shows them. Finish them in ${program}.`,
  import_originals_differ: ({ count, row }) =>
    count === 1
      ? `1 text of the default language differs from that of the shop, in row ${row}. It stays as it is in the shop.`
      : `${count} texts of the default language differ from those of the shop, first in row ${row}. They stay as they are in the shop.`,
}

const TRANSLATED: Readonly<Record<TranslatedChange, string>> = {
  grouped_product: 'Not imported, because the shop has no groups of products',
  external_product: 'Not imported, because another site sells the product',
  bundle_product: 'Not imported, because the shop has no bundles',
  downloadable_product: 'Imported without the files to download',
  untitled_product: 'Not imported, because the product has no name',
  hidden_product: 'Imported as a draft, because the product is not visible in the old shop',
  parent_missing: 'Not imported, because the product of the variant is not in the file',
  variant_row_missing: 'Not imported, because the variant has no separate row',
  other_store_view: 'Not imported, because the texts belong to another store view',
  expanded_variant: 'Variants for any value of an option were imported once for each value',
  cut_variants: 'Only the first 1,000 variants were imported, because the options of the product have more values',
  attribute_of_simple_product: 'Imported without attributes, because the product has no variants',
  repeated_code: 'Imported without a SKU or barcode, because another row has the same',
  tax_class_of_variant: 'Imported with the tax class of the product, because the shop has none for variants',
  disabled_variant: 'Not imported, because the variant is disabled in the old shop',
  shared_stock: 'Imported without stock, because the old shop counts the variants of the product together',
  description_of_variant: 'Variants were imported without their own descriptions',
  negative_stock: 'Negative stock was imported as 0',
  stock_missing: 'Imported without stock, because the file has no quantity',
  formatting_removed: 'Subtitles were imported without formatting',
  picture_in_description: 'Descriptions were imported without the pictures and videos between their lines',
  image_without_address: 'Images were left out, because their address is not complete',
  weight_without_unit: 'Imported without weight, because the file does not name the unit',
  price_without_currency: 'Imported without a price, because the file does not name its currency',
  email_missing: 'Not imported, because the customer has no e-mail address',
  email_invalid: 'Not imported, because the e-mail address is not valid',
  email_repeated: 'Not imported, because a row above has the same e-mail address',
  address_without_street: 'Imported without an address, because it has no street',
  country_unknown: 'Imported without a country, because the shop does not know it',
  phone_lost_digits: 'Imported without a phone number, because a spreadsheet has replaced its digits',
  letters_lost: 'Imported with letters that another program has lost',
  order_repeated: 'Counted once, because the file has the same order several times',
  order_number_missing: 'Not imported, because the order has no number',
  order_email_missing: 'Imported without an e-mail address, because the order has none',
  order_email_invalid: 'Imported without an e-mail address, because it is not valid',
}

const KEPT = {
  changed: 'they were changed after the import',
  sold: 'a cart or an order has them',
  taken: 'another product has their handle or a code of their variants now',
  unfit: 'their values of before no longer fit the shop, for example because a collection was deleted',
  refused: 'a plugin does not allow the deletion',
} as const

const KEPT_CUSTOMERS = {
  used: 'they have orders, carts or notes',
  password: 'they have set a password',
} as const

const REMOVED = {
  prices: ['price', 'prices'],
  images: ['image', 'images'],
  tags: ['tag', 'tags'],
  channels: ['sales channel of products', 'sales channels of products'],
  categories: ['category of products', 'categories of products'],
  tax_rates: ['tax rate of products', 'tax rates of products'],
} as const

const CREATED = {
  channels: 'sales channels',
  categories: 'categories',
  collections: 'collections',
  groups: 'customer groups',
} as const

/** Something that an import does, and that its user should know. */
export const importNotice = (reason: NoticeReason): BatchNotice => ({
  message: (TEXTS[reason.name] as (reason: NoticeReason) => string)(reason),
  reasons: [reason],
})

/** How the file was read, if a user should check it. */
export const fileNotices = ({
  encoding,
  unreadSheets = [],
}: Pick<CsvFile, 'encoding' | 'unreadSheets'>): BatchNotice[] => [
  ...(encoding === 'utf-8' ? [] : [importNotice({ name: 'import_encoding', encoding: ENCODING_NAMES[encoding] })]),
  ...(unreadSheets.length === 0
    ? []
    : [importNotice({ name: 'import_sheets_unread', sheets: unreadSheets.join(', ') })]),
]

const ENCODING_NAMES = { 'windows-1252': 'Windows-1252', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16' } as const
