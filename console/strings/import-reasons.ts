import { plural } from './plural.ts'
import { type ReasonTexts, textOfReason } from './refusal-reasons.ts'

/** The errors in rows of a file. The messages of the shop keep the wording of Medusa v1. */
const texts: ReasonTexts = {
  job_failed: () =>
    'Something went wrong, and nothing was changed. Try again. If it fails again, the log of the server has the cause.',
  csv_column_missing: ({ titles }) => `These columns are missing: ${titles}.`,
  csv_column_unknown: ({ title, nearest }) =>
    nearest === undefined
      ? `The column "${title}" is unknown.`
      : `The column "${title}" is unknown. Did you mean "${nearest}"?`,
  duplicate_csv_column: ({ title }) => `The file has the column "${title}" twice.`,
  csv_column_untitled: ({ line, place }) => `Line ${line} has a value in column ${place}, which has no title.`,
  csv_line_too_long: () => 'A line is too long.',
  csv_line_too_wide: ({ line }) => `Line ${line} has more columns than the titles.`,
  csv_quote_not_closed: ({ line }) => `A quote is not closed${line === undefined ? '' : ` in line ${line}`}.`,
  csv_invalid: ({ line }) => (line === undefined ? 'The text is not CSV.' : `Line ${line} is not CSV.`),
  csv_empty: () => 'The file is empty.',
  shop_has_one_language: () => 'The shop has one language. Add languages in the settings of the store.',
  mapping_field_repeated: ({ field }) =>
    `Two columns have the field "${field}". Choose another one, or leave a column out.`,
  mapping_field_unknown: ({ field }) => `The field "${field}" does not exist.`,
  mapping_key_missing: () => 'Choose the column with the name of the product, or with its SKU.',
  cell_empty: () => 'A value is missing.',
  cell_not_allowed: ({ values }) => `Use one of these values: ${values}.`,
  cell_too_long: ({ maximum }) => `Use at most ${maximum} characters.`,
  cell_too_many: ({ maximum }) => `Use at most ${maximum} values.`,
  cell_too_large: ({ maximum }) => `Use at most ${maximum}.`,
  cell_too_small: ({ minimum }) => `Use at least ${minimum}.`,
  cell_not_a_day: () => 'Use a day such as 2026-12-24.',
  cell_unlike_example: ({ example }) => `Use a format such as ${example}.`,
  cell_refused: ({ en }) => `The value ${en}.`,
  cell_not_valid: () => 'The value is not valid.',
  cell_lost_digits: () => 'The number has lost digits in a spreadsheet. Format the column as text.',
  cell_not_whole: ({ unit }) => (unit === undefined ? 'Use a whole number.' : `Use a whole number of ${unit}.`),
  cell_not_a_number: () => 'Use a number.',
  cell_not_a_time: () => 'Use a time such as 2027-01-31T12:00:00Z.',
  cell_not_boolean: () => 'Use true or false.',
  cell_not_json: () => 'Use a JSON object such as {"colour":"red"}.',
  cell_not_an_amount: () => 'Use an amount such as 12.34.',
  cell_too_precise: ({ digits, code }) => `The amount has too many decimals. ${code.toUpperCase()} has ${digits}.`,
  handle_invalid: () => 'The handle is not valid.',
  handle_required: () => 'The handle is missing.',
  value_exists: ({ value }) => `"${value}" exists already.`,
  negative_stock: () => 'The stock must not be less than 0.',
  text_damaged: () => 'The text has a � instead of a letter. Save the file as CSV UTF-8 again, or write the letter.',
  text_not_storable: () => 'The text has a character that cannot be stored.',
  currency_unknown: ({ code }) => `The currency ${code.toUpperCase()} is unknown.`,
  region_unknown: ({ region }) => `The region "${region}" was not found.`,
  region_ambiguous: ({ region }) => `Several regions are named "${region}". Put the id of the region into the title.`,
  region_of_other_currency: ({ region, code }) => `The region "${region}" does not sell in ${code.toUpperCase()}.`,
  product_missing: ({ id }) => `No product has the id ${id}.`,
  variant_missing: ({ variant }) => `The variant ${variant} was not found.`,
  sku_without_product: ({ sku }) =>
    `No variant has the SKU ${sku}. Add the handle of the product to the row, or correct the SKU.`,
  variant_of_other_product: ({ id }) => `The variant ${id} belongs to another product.`,
  duplicate_variant: ({ id }) => `The variant ${id} is in several rows.`,
  variant_not_named: () => 'The row needs a SKU or an id.',
  duplicate_variant_options: () => 'Another variant has the same options.',
  option_missing: ({ title }) => `The product has no option "${title}".`,
  option_exists: ({ title }) => `The row has the option "${title}" twice.`,
  option_value_empty: () => 'The value of an option is missing.',
  variant_options_incomplete: ({ product, variant }) =>
    `The product has ${product} ${plural(product, 'option', 'options')}, but the row has ${variant}.`,
  collection_missing: ({ collection }) => `The collection "${collection}" was not found.`,
  category_missing: ({ handle }) => `The category "${handle}" was not found.`,
  channel_missing: ({ channel }) => `The sales channel "${channel}" was not found.`,
  giftcard_fixed: () => 'A product cannot become a gift card later, or stop being one.',
}

interface NamedReason {
  name: string
  column?: string | undefined
}

export interface BatchError {
  message: string
  reasons?: readonly NamedReason[] | undefined
}

export function batchErrorText({ message, reasons = [] }: BatchError): string {
  const known = reasons.flatMap((reason) => importReasonText(reason) ?? [])
  return known.length > 0 && known.length === reasons.length ? known.join(' ') : message
}

/** Returns undefined for a reason without an English text. */
function importReasonText(reason: NamedReason): string | undefined {
  const text = textOfReason(texts, reason)
  return text !== undefined && reason.column ? `${reason.column}: ${text}` : text
}
