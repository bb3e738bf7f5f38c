import type { NoValues } from '#entities/values/no-values.ts'

/** The reasons for errors in lines of imported files, with the values for their texts. */
export interface ImportReasons {
  csv_column_missing: { titles: string }
  csv_column_unknown: { title: string }
  duplicate_csv_column: { title: string }
  csv_line_too_long: { line: number | undefined }
  csv_line_too_wide: { line: number }
  csv_quote_not_closed: { line: number | undefined }
  csv_invalid: { line: number | undefined }
  cell_empty: NoValues
  cell_not_allowed: { values: string }
  cell_too_long: { maximum: number }
  cell_not_whole: NoValues
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
  variant_of_other_product: { id: string }
  duplicate_variant: { id: string }
  variant_not_named: NoValues
  duplicate_variant_options: NoValues
  option_missing: { title: string }
  option_value_empty: NoValues
  collection_missing: { collection: string }
  category_missing: { handle: string }
  more_errors: { count: number }
}
