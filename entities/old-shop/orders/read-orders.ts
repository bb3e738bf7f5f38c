import type { ForeignFile, ForeignRow } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import type { TranslationNotes } from '#entities/catalogue/import-export/dialects/translation-notes.ts'
import { InvalidData } from '#entities/errors.ts'
import { ADDRESS_PARTS } from '#entities/people/customer/address-input.ts'
import type { FaultCollector } from '#entities/platform/batch-job/line-faults.ts'
import { storableJson } from '#entities/platform/batch-job/storable.ts'
import { EMAIL, normalizeEmail } from '#entities/values/email.ts'
import { newId } from '#entities/values/id.ts'
import type { OldAddress } from '../customers/old-customer.ts'
import { filled } from '../reading/cells.ts'
import type { CountryFinder } from '../reading/find-countries.ts'
import { groupRows, type OrderRows } from './group-rows.ts'
import { type OldOrder, OrderCells, type OrderDialect } from './old-order.ts'
import type { PastOrder } from './past-order.ts'
import type { PastAddress } from './past-order-parts.ts'

/** A row of the temporary table of the import. `placed_text` has no offset if it is local time of the old shop. */
export type StagedOrder = Omit<
  PastOrder,
  'created_at' | 'updated_at' | 'placed_at' | 'canceled_at' | 'customer_id' | 'customer' | 'batch_job_id'
> & { line: number; sheet_row: number; placed_text: string; canceled_text: string | null; paid_text: string | null }

export interface OrderReading {
  dialect: OrderDialect
  file: ForeignFile
  notes: TranslationNotes
  faults: FaultCollector
  countryOf: CountryFinder
  /** The decimals of each currency of PostgreSQL, by its code in lower case. */
  digits: ReadonlyMap<string, number>
  /** Of files that name no currency. */
  currency_code: string
  /** From `findRowsApart`. */
  apart: ReadonlyMap<string, number>
}

/** Leaves out rows without a number, and collects the faults of all others. */
export async function* readOrders(reading: OrderReading): AsyncGenerator<StagedOrder> {
  const { dialect, file, notes, apart } = reading
  for await (const order of groupRows(file.rows(), { layout: dialect, apart })) {
    for (const row of order.copies) notes.add('order_repeated', row)
    if (order.number === '') for (const row of order.rows) notes.add('order_number_missing', row)
    else {
      const staged = readOrder(order, reading)
      if (staged) yield storableJson(staged)
    }
  }
}

function readOrder({ number, rows, isContradictory }: OrderRows, reading: OrderReading): StagedOrder | undefined {
  const { dialect, digits, faults } = reading
  const [first] = rows as [ForeignRow]
  const currency_code = (filled(first, ...dialect.currencyTitles) || reading.currency_code).toLowerCase()
  const cells = new OrderCells(digits.get(currency_code) ?? 2)
  const order = dialect.readOrder(rows, cells)
  if (isContradictory) cells.refuse('Order', CONTRADICTORY)
  if (!digits.has(currency_code)) cells.refuse('Currency', currencyUnknown(currency_code))
  if (cells.faults.length === 0 && (order.total === null || order.placed_at === null))
    cells.refuse(order.total === null ? 'Total' : 'Date', CELL_EMPTY)
  const { placed_at: placed_text, total } = order
  if (cells.faults.length > 0 || placed_text === null || total === null) {
    const texts = cells.faults.map(({ message }) => message)
    const reasons = cells.faults.flatMap(({ reason }) => reason ?? [])
    faults.add({ line: first.line, sheet_row: first.row, handle: number, message: texts.join(', '), reasons })
    return undefined
  }
  return stagedOrder({ ...order, currency_code, placed_text, total, number }, first, reading)
}

const CONTRADICTORY = new InvalidData('is in the file several times, with different values. Keep one of them').because({
  name: 'order_contradictory',
})
const CELL_EMPTY = new InvalidData('should not be empty').because({ name: 'cell_empty' })
const currencyUnknown = (code: string) =>
  new InvalidData(`${code} is unknown`).because({ name: 'currency_unknown', code })

type ReadOrder = Omit<OldOrder, 'total' | 'placed_at'> & { number: string; placed_text: string; total: number }

function stagedOrder(
  {
    canceled_at: canceled_text,
    paid_at: paid_text,
    billing_address,
    shipping_address,
    email: given,
    ...order
  }: ReadOrder,
  row: ForeignRow,
  { dialect, notes, countryOf }: OrderReading,
): StagedOrder {
  const email = normalizeEmail(given)
  const isValid = EMAIL.test(email)
  if (!isValid) notes.add(email === '' ? 'order_email_missing' : 'order_email_invalid', row)
  const [billing, shipping] = [billing_address, shipping_address].map((address) => pastAddress(address, countryOf))
  return {
    ...order,
    ...{ line: row.line, sheet_row: row.row, id: newId('pord'), source: dialect.source, canceled_text, paid_text },
    email: isValid ? email : null,
    buyer_name: nameIn(billing) || nameIn(shipping) || null,
    billing_address: billing ?? null,
    shipping_address: shipping ?? null,
  }
}

const nameIn = (address: PastAddress | null | undefined): string =>
  [address?.first_name, address?.last_name].filter(Boolean).join(' ') || (address?.company ?? '')

function pastAddress(address: OldAddress, countryOf: CountryFinder): PastAddress | null {
  const country_code = countryOf(address.country_code ?? '') ?? address.country_code ?? ''
  const given = { ...address, country_code }
  const parts = ADDRESS_PARTS.flatMap((part) => (given[part] ? [[part, given[part]] as const] : []))
  return parts.length === 0 ? null : (Object.fromEntries(parts) as PastAddress)
}
