import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { BatchRefused, toBatchErrors } from '#entities/platform/batch-job/batch-errors.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import {
  FaultCollector,
  type FaultSummary,
  type FoundFault,
  InvalidLine,
  MAX_REPORTED_FAULTS,
  summarizeFaults,
} from '#entities/platform/batch-job/line-faults.ts'
import { query } from '#entities/query.ts'
import { openTable } from '../csv/open-table.ts'
import { processInBatches } from '../csv/process-in-batches.ts'
import type { CsvLine, ReadFile } from '../csv/read-csv.ts'
import { fileNotices } from '../import-notice.ts'
import { findMarkets, rejectRepeatedMarkets } from '../product-import/markets.ts'
import { RowNotes } from '../product-import/row-notes.ts'
import { ID, isPriceTitle, type PriceLine, priceLineFailed, readPriceLine, readPriceTitles, SKU } from './read-line.ts'

/** Reads and checks a price file in a temporary table. Returns the number of prices and the notices. */
export async function stagePrices(
  em: EntityManager,
  read: ReadFile,
  reportProgress: (lines: number) => Promise<void>,
): Promise<{ count: number; notices: BatchNotice[] }> {
  await using file = await openTable(read, isPriceTitle)
  const columns = readPriceTitles(file.titles, rejectRepeatedMarkets(await findMarkets(em)))
  const [faults, notes] = [new FaultCollector(), new RowNotes()]
  const parseLine = ({ line, row, cells }: CsvLine): PriceLine | undefined => {
    try {
      return readPriceLine({ line, row }, cells, { columns, notes })
    } catch (error) {
      if (!(error instanceof InvalidLine)) throw error
      faults.add({ line, sheet_row: row, message: error.message, reasons: error.reasons })
      return undefined
    }
  }
  let count = 0
  await createLines(em)
  await processInBatches(file.lines, parseLine, async (rows, lines) => {
    await insertLines(em, JSON.stringify(rows))
    count += rows.reduce((sum, { prices }) => sum + prices.length, 0)
    await reportProgress(lines)
  })
  await analyzeLines(em)
  await findVariants(em)
  faults.addAll(await findLineFaults(em))
  if (faults.count > 0) throw new BatchRefused(toBatchErrors(faults))
  if (count === 0)
    throw new InvalidData('The file has no prices. The price list would lose all its prices.').because({
      name: 'prices_missing',
    })
  return { count, notices: [...fileNotices(file), ...notes.notices()] }
}

async function findLineFaults(em: EntityManager): Promise<FaultSummary> {
  return summarizeFaults(await findFaults(em), (row) => priceLineFailed(row, row.message))
}

/** Replaces all prices of the list. The caller must lock the list first. */
export async function applyPrices(em: EntityManager, listId: string): Promise<void> {
  await deletePrices(em, listId)
  await insertPrices(em, listId)
}

const createLines = statement(`
  create temporary table price_line (
    line integer primary key, sheet_row integer not null, variant_id text, sku text, prices jsonb not null, target text
  ) on commit drop`)

const insertLines = statement(`
  insert into price_line select * from jsonb_populate_recordset(null::price_line, $1::jsonb)`)

/** Autovacuum does not analyze temporary tables. */
const analyzeLines = statement('analyze price_line')

/** Two lookups, because a single lookup by id or sku would use no index. */
const findVariants = statement(`
  with found as materialized (
    select p.line, v.id from price_line p join product_variant v on v.id = p.variant_id
    where v.deleted_at is null
    union all
    select p.line, v.id from price_line p join product_variant v on v.sku = p.sku
    where p.variant_id is null and v.deleted_at is null
  )
  update price_line l set target = found.id from found where found.line = l.line`)

interface FaultRow extends FoundFault {
  variant_id: string | null
  sku: string | null
}

const findFaults = statement<FaultRow>(`
  select line, sheet_row, variant_id, sku, count(*) over ()::integer as total, case
      when target is not null then format('Variant with id: %s appears in several lines', target)
      when variant_id is not null then format('Variant with id: %s was not found', variant_id)
      else format('Variant with sku: %s was not found', sku)
    end as message, case
      when target is not null then jsonb_build_object('name', 'duplicate_variant', 'id', target)
      when variant_id is not null then jsonb_build_object('name', 'variant_missing', 'variant', variant_id, 'column', '${ID}')
      else jsonb_build_object('name', 'variant_missing', 'variant', sku, 'column', '${SKU}')
    end as reason
  from (select *, row_number() over (partition by target order by line) as place from price_line) placed
  where target is null or place > 1 order by line limit ${MAX_REPORTED_FAULTS}`)

const deletePrices = query((db, price_list_id: string) =>
  db.deleteFrom('money_amount').where('price_list_id', '=', price_list_id),
)

const insertPrices = statement(`
  insert into money_amount (
    id, created_at, updated_at, variant_id, currency_code, region_id, min_quantity, max_quantity, amount, price_list_id)
  select p.id, now(), now(), l.target, p.currency_code, p.region_id, p.min_quantity, p.max_quantity, p.amount, $1
  from price_line l
  cross join jsonb_to_recordset(l.prices) as p (
    id text, region_id text, currency_code text, min_quantity int, max_quantity int, amount bigint)
  order by p.id`)
