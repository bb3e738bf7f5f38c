import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { openTable } from '#entities/catalogue/import-export/csv/open-table.ts'
import { processInBatches } from '#entities/catalogue/import-export/csv/process-in-batches.ts'
import type { CsvFile, ReadFile } from '#entities/catalogue/import-export/csv/read-csv.ts'
import { ForeignFile } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { TranslationNotes } from '#entities/catalogue/import-export/dialects/translation-notes.ts'
import { fileNotices, importNotice } from '#entities/catalogue/import-export/import-notice.ts'
import { importCurrency } from '#entities/catalogue/import-export/product-import/import-currency.ts'
import { currencyDigits } from '#entities/market/currency/currency-digits.ts'
import { BatchRefused, toBatchErrors } from '#entities/platform/batch-job/batch-errors.ts'
import type { BatchNotice, ImportSourceResult } from '#entities/platform/batch-job/batch-job.ts'
import { FaultCollector } from '#entities/platform/batch-job/line-faults.ts'
import { OLD_PROGRAMS } from '../old-program.ts'
import { droppedColumns } from '../reading/dropped-columns.ts'
import { findCountries } from '../reading/find-countries.ts'
import { recognize } from '../reading/open-old-file.ts'
import { findRowsApart } from './group-rows.ts'
import type { OrderDialect } from './old-order.ts'
import { readOrders } from './read-orders.ts'
import { shopifyOrders } from './shopify.ts'
import {
  analyzeOrders,
  countOrders,
  createOrderTable,
  FILE_COLUMNS,
  findOtherShops,
  isChangedSql,
  stageOrders,
} from './staged-orders.ts'
import { woocommerceOrders } from './woocommerce.ts'

const DIALECTS = [shopifyOrders, woocommerceOrders]

export interface PastOrderImport {
  read: ReadFile
  /** The currency of a file that names none, such as `eur`. */
  currency?: string | undefined
  /** The IANA time zone of times without an offset. */
  time_zone: string
  reportProgress(orders: number): Promise<void>
}

export interface StagedPastOrders {
  /** Only of a file that names no currency. */
  source: ImportSourceResult | undefined
  operations: { PAST_ORDER_CREATE: number; PAST_ORDER_UPDATE: number }
  notices: BatchNotice[]
}

/**
 * Reads the file into a temporary table of the transaction, and compares the orders with those of earlier imports.
 * @throws BatchRefused with all faults of the rows.
 */
export async function stageOrderFile(em: EntityManager, order: PastOrderImport): Promise<StagedPastOrders> {
  await using table = await openTable(order.read, () => false)
  const dialect = recognize(table, { dialects: DIALECTS, data: 'orders' })
  const [file, notes, faults] = [new ForeignFile(table), new TranslationNotes(), new FaultCollector()]
  const program = OLD_PROGRAMS[dialect.source]
  const source = await sourceOf(em, { dialect, table, program, currency: order.currency })
  await createOrderTable(em)
  const reading = { dialect, file, notes, faults, currency_code: source?.currency_code ?? '' }
  const orders = readOrders({
    ...reading,
    countryOf: await findCountries(em),
    digits: await currencyDigits(em),
    apart: await rowsApart(order.read, dialect),
  })
  await processInBatches(
    orders,
    (one) => one,
    async (rows, count) => {
      await stageOrders(em, rows, order.time_zone)
      await order.reportProgress(count)
    },
  )
  await analyzeOrders(em)
  faults.addAll(await findOtherShops(em))
  if (faults.count > 0) throw new BatchRefused(toBatchErrors(faults))
  const [counted] = await countOrders(em)
  const { all, created, updated, open } = counted!
  return {
    source,
    operations: { PAST_ORDER_CREATE: created, PAST_ORDER_UPDATE: updated },
    notices: [
      importNotice({ name: 'import_orders_recognized', program, orders: all }),
      ...(open > 0 ? [importNotice({ name: 'import_orders_open', program, count: open })] : []),
      ...notes.notices(),
      ...droppedColumns(file),
      ...fileNotices(table),
    ],
  }
}

async function rowsApart(read: ReadFile, dialect: OrderDialect): Promise<Map<string, number>> {
  await using table = await openTable(read, () => false)
  return await findRowsApart(new ForeignFile(table).rows(), dialect)
}

interface Origin {
  dialect: OrderDialect
  table: Pick<CsvFile, 'titles'>
  program: string
  currency: string | undefined
}

async function sourceOf(
  em: EntityManager,
  { dialect, table, program, currency }: Origin,
): Promise<ImportSourceResult | undefined> {
  const titles = new Set(table.titles.map((title) => title.trim().toLowerCase()))
  if (dialect.currencyTitles.some((title) => titles.has(title.toLowerCase()))) return undefined
  const { currency_code } = await importCurrency(em, { program, currency })
  return { program, currency_code }
}

/** Creates and changes the staged orders. Nothing else changes. */
export async function importStagedOrders(
  em: EntityManager,
  batchJobId: string,
): Promise<StagedPastOrders['operations']> {
  const rows = await upsertOrders(em, batchJobId)
  const created = rows.filter(({ is_new }) => is_new).length
  return { PAST_ORDER_CREATE: created, PAST_ORDER_UPDATE: rows.length - created }
}

/** An account that no import has opened gets no orders, because its e-mail address may be unverified. */
const upsertOrders = statement<{ is_new: boolean }>(`
  insert into past_order as p (id, created_at, updated_at, source, number, customer_id, batch_job_id, ${FILE_COLUMNS.join(', ')})
  select o.id, now(), now(), o.source, o.number, i.customer_id, $1, ${FILE_COLUMNS.map((column) => `o.${column}`).join(', ')}
  from old_order o
  left join customer c on c.email = o.email and c.has_account and c.deleted_at is null
  left join imported_customer i on i.customer_id = c.id
  order by o.source, o.number
  on conflict (source, number) do update set updated_at = excluded.updated_at,
    ${FILE_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}
  where ${isChangedSql('excluded')}
  returning p.xmax = 0 as is_new`)

/** Returns the number of orders that the import has created. */
export async function countImportedOrders(em: EntityManager, batchJobId: string): Promise<number> {
  const [counted] = await selectImported(em, batchJobId)
  return counted?.count ?? 0
}

/** Deletes the orders that the import has created. */
export async function undoOrders(em: EntityManager, batchJobId: string): Promise<number> {
  return (await deleteImported(em, batchJobId)).length
}

const selectImported = statement<{ count: number }>(
  'select count(*)::int as count from past_order where batch_job_id = $1',
)
const deleteImported = statement<{ id: string }>('delete from past_order where batch_job_id = $1 returning id')
