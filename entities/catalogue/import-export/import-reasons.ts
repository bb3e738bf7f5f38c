import type { NoValues } from '#entities/values/no-values.ts'
import type { ForeignFormat } from './csv/file-format.ts'

/** The reasons for errors in lines of imported files, with the values for their texts. */
export interface ImportReasons extends ImportNoticeReasons, PictureReasons {
  /** An unexpected error of any batch job. */
  job_failed: NoValues
  csv_column_missing: { titles: string }
  csv_column_unknown: { title: string; nearest?: string }
  csv_column_untitled: { line: number; place: number }
  csv_empty: NoValues
  shop_has_one_language: NoValues
  import_currency_needed: { program: string; codes: string }
  import_currency_unknown: { code: string; codes: string }
  import_tax_rate_unknown: { tax_class: string; rate: string }
  import_tax_differs: { code: string; includes_tax: boolean }
  /** A file of customers or orders that no program is known for. */
  import_file_unknown: { data: 'customers' | 'orders'; titles: string }
  order_contradictory: NoValues
  past_order_of_other_shop: { number: string }
  product_of_other_shop: { id: string; title: string; new_title: string }
  import_not_undoable: NoValues
  mapping_field_repeated: { field: string }
  mapping_field_unknown: { field: string }
  mapping_key_missing: NoValues
  import_too_old: NoValues
  import_too_many_rows: { maximum: number }
  csv_encoding_mixed: { line: number }
  csv_encoding_unknown: NoValues
  file_not_csv: { format: ForeignFormat }
  workbook_unreadable: NoValues
  workbook_too_large: NoValues
  workbook_cell_without_value: { cell: string }
  prices_missing: NoValues
  duplicate_csv_column: { title: string }
  csv_line_too_long: { line: number | undefined }
  csv_line_too_wide: { line: number }
  csv_quote_not_closed: { line: number | undefined }
  csv_invalid: { line: number | undefined }
  cell_empty: NoValues
  text_damaged: NoValues
  cell_not_allowed: { values: string }
  cell_too_long: { maximum: number }
  cell_too_many: { maximum: number }
  cell_too_large: { maximum: number }
  cell_too_small: { minimum: number }
  cell_not_a_day: NoValues
  cell_unlike_example: { example: string }
  /** The requirement of a plugin, by language. */
  cell_refused: { en: string; [language: string]: string }
  cell_not_valid: NoValues
  cell_lost_digits: NoValues
  cell_not_whole: { unit?: string }
  cell_not_json: NoValues
  cell_too_precise: { digits: number; code: string }
  cell_not_a_number: NoValues
  cell_not_a_time: NoValues
  cell_not_boolean: NoValues
  cell_not_an_amount: NoValues
  handle_invalid: NoValues
  currency_unknown: { code: string }
  region_unknown: { region: string }
  region_ambiguous: { region: string }
  region_of_other_currency: { region: string; code: string }
  product_missing: { id: string }
  variant_missing: { variant: string }
  sku_without_product: { sku: string }
  variant_of_other_product: { id: string }
  duplicate_variant: { id: string }
  variant_not_named: NoValues
  duplicate_variant_options: NoValues
  option_missing: { title: string }
  option_value_empty: NoValues
  collection_missing: { collection: string }
  category_missing: { handle: string }
  channel_missing: { channel: string }
  giftcard_fixed: NoValues
  more_errors: { count: number }
}

/** The notices of an import before and after it runs, with the values for the texts. */
export interface ImportNoticeReasons {
  import_recognized: { program: string; products: number; variants: number }
  import_columns_dropped: { titles: string }
  import_translated: { change: TranslatedChange; count: number; rows: string }
  import_same_handles: { count: number; handles: string }
  import_other_titles: { count: number; titles: string }
  undo_keeps: { reason: 'changed' | 'sold' | 'taken' | 'unfit' | 'refused'; count: number; handles: string }
  import_old_addresses: { count: number }
  undo_old_addresses: { count: number }
  import_pictures: { count: number; hosts: string }
  import_sale: { list: string; count: number }
  import_encoding: { encoding: string }
  import_sheets_unread: { sheets: string }
  import_amounts_shortened: { count: number; example: string; amount: string }
  import_blanks_removed: { count: number; title: string; row: number }
  import_handles_changed: { count: number; example: string; handle: string }
  import_first_row_counts: { count: number; title: string; row: number }
  import_new_ids: { products: number; variants: number }
  import_profile_missing: { count: number; profile: string }
  import_erases: { title: string; count: number }
  import_removes: { what: 'prices' | 'images' | 'tags' | 'channels' | 'categories' | 'tax_rates'; count: number }
  /** A column such as `Netto-Preis`, and a shop that stores prices with tax, or the other way round. */
  import_price_taxes: { title: string; code: string; includes_tax: boolean }
  import_tax_class: { tax_class: string; count: number; rates: string }
  /** No rate is chosen, so that the goods have the rate of their region. */
  import_tax_class_open: { tax_class: string; count: number }
  import_creates: { what: 'collections' | 'categories' | 'channels' | 'groups'; values: string }
  import_customers_recognized: { program: string; customers: number }
  import_accounts_kept: { count: number; emails: string }
  import_customers_changed: { count: number; emails: string }
  undo_keeps_customers: { reason: 'used' | 'password'; count: number; emails: string }
  import_orders_recognized: { program: string; orders: number }
  import_orders_open: { program: string; count: number }
  import_originals_differ: { count: number; row: number }
}

/** Why the shop has not fetched a picture. */
export interface PictureReasons {
  picture_status: { status: number }
  picture_redirects: NoValues
  picture_address_invalid: NoValues
  picture_address_private: NoValues
  picture_too_slow: NoValues
  picture_server_unreachable: NoValues
  /** In megabytes. */
  picture_too_large: { maximum: number }
  picture_incomplete: NoValues
  /** Only some browsers or none show the format, such as HEIC of phones. */
  picture_format_hidden: { format: string }
  picture_is_page: NoValues
  picture_unreadable: NoValues
  picture_not_stored: NoValues
}

/** Rows of files of other programs that the import leaves out, and values that it changes. */
export type TranslatedChange =
  | 'grouped_product'
  | 'external_product'
  | 'bundle_product'
  | 'downloadable_product'
  | 'untitled_product'
  | 'hidden_product'
  | 'parent_missing'
  | 'variant_row_missing'
  | 'other_store_view'
  | 'expanded_variant'
  | 'cut_variants'
  | 'attribute_of_simple_product'
  | 'repeated_code'
  | 'tax_class_of_variant'
  | 'disabled_variant'
  | 'shared_stock'
  | 'description_of_variant'
  | 'negative_stock'
  | 'stock_missing'
  | 'formatting_removed'
  | 'picture_in_description'
  | 'image_without_address'
  | 'weight_without_unit'
  | 'price_without_currency'
  | 'email_missing'
  | 'email_invalid'
  | 'email_repeated'
  | 'address_without_street'
  | 'country_unknown'
  | 'phone_lost_digits'
  | 'letters_lost'
  | 'order_number_missing'
  | 'order_repeated'
  | 'order_email_missing'
  | 'order_email_invalid'
