import type { EntityManager } from '@mikro-orm/postgresql'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { BatchRefused, toBatchErrors } from '#entities/platform/batch-job/batch-errors.ts'
import { FaultCollector, InvalidLine } from '#entities/platform/batch-job/line-faults.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import { processInBatches } from '../csv/process-in-batches.ts'
import { openCsv, parsingMessage } from '../csv/read-csv.ts'
import { isProductTitle, readProductTitles } from '../product-csv/read-titles.ts'
import { analyzeCatalogue } from './analyze-catalogue.ts'
import { applyLinks } from './apply-links.ts'
import { applyProducts } from './apply-products.ts'
import { applyStock, STOCK_COLUMN } from './apply-stock.ts'
import { applyVariants } from './apply-variants.ts'
import { countOperations, type Operations } from './count-operations.ts'
import { findMarkets, rejectRepeatedMarkets } from './markets.ts'
import { findRowFaults, rowFault } from './row-faults.ts'
import { type ReadColumn, stagedRow } from './staged-row.ts'
import { createStagingTables, resolveTargets, stageRows } from './staging-tables.ts'

export interface StagedImport {
  columns: string[]
  faults: FaultCollector
}

/** Reads a product file into temporary tables of the transaction. */
export async function stageProducts(
  em: EntityManager,
  content: AsyncIterable<Uint8Array>,
  reportProgress: (lines: number) => Promise<void>,
): Promise<StagedImport> {
  await using file = await openCsv(content, isProductTitle)
  const columns = await columnsOf(em, file.titles)
  const faults = new FaultCollector()
  await createStagingTables(em)
  await processInBatches(
    file.lines,
    ({ line, cells }) => readRow({ line, cells, columns, faults }),
    async (rows, count) => {
      await stageRows(em, rows)
      await reportProgress(count)
    },
  )
  await resolveTargets(em)
  return { columns: columns.map(nameOf), faults }
}

export async function validateStaged(em: EntityManager, { faults }: StagedImport): Promise<Operations> {
  faults.addAll(await findRowFaults(em))
  if (faults.count > 0) throw new BatchRefused(toBatchErrors(faults))
  return countOperations(em)
}

const MIN_VARIANTS_FOR_ANALYZE = 1000

/** Returns the number of lines whose stock the import ignores, if there are any. */
export async function applyStaged(
  em: EntityManager,
  { columns }: Pick<StagedImport, 'columns'>,
  reportProgress: (share: number) => Promise<void>,
): Promise<{ ignored_quantities?: number }> {
  const hasLevels = await isInventoryEnabled(em)
  const products = await applyProducts(em, columns)
  await reportProgress(1 / 3)
  const linked = await applyLinks(em, columns)
  await reportProgress(2 / 3)
  const stored = hasLevels ? columns.filter((name) => name !== STOCK_COLUMN) : columns
  const variants = await applyVariants(em, stored)
  const ignored_quantities = hasLevels ? await applyStock(em) : 0
  if (variants.created.length >= MIN_VARIANTS_FOR_ANALYZE) await analyzeCatalogue(em)
  const created = new Set(products.created)
  const changed = new Set([...products.changed, ...linked].filter((id) => !created.has(id)))
  await announceInBatches(em, [
    ...products.created.map((id) => ({ name: 'product.created' as const, payload: { id } })),
    ...Array.from(changed, (id) => ({ name: 'product.updated' as const, payload: { id } })),
    ...variants.created.map((payload) => ({ name: 'product-variant.created' as const, payload })),
    ...variants.changed.map((payload) => ({ name: 'product-variant.updated' as const, payload })),
  ])
  return ignored_quantities > 0 ? { ignored_quantities } : {}
}

interface Line {
  line: number
  cells: readonly string[]
  columns: readonly ReadColumn[]
  faults: FaultCollector
}

function readRow({ line, cells, columns, faults }: Line): string | undefined {
  const cell = (title: string) => cells[columns.findIndex((column) => column.title === title)] || null
  const subject = {
    line,
    product_id: cell('Product Id'),
    handle: cell('Product Handle') ?? '',
    variant_id: cell('Variant Id'),
  }
  if (subject.handle === '') {
    const message = parsingMessage(
      `No value found for target column "Product Handle" in line ${line} of the given csv file`,
    )
    faults.add({ line, message, reasons: [{ name: 'handle_required', column: 'Product Handle' }] })
    return undefined
  }
  try {
    return JSON.stringify(stagedRow(line, cells, columns))
  } catch (error) {
    if (!(error instanceof InvalidLine)) throw error
    faults.add(rowFault(subject, cell('Variant SKU'), error))
    return undefined
  }
}

async function columnsOf(em: EntityManager, titles: readonly string[]): Promise<ReadColumn[]> {
  const columns = readProductTitles(titles)
  const markets = rejectRepeatedMarkets(await findMarkets(em))
  return columns.map((column, i) => {
    const title = titles[i] as string
    return column.of === 'price' ? { ...column, title, for: markets(column.market, title) } : { ...column, title }
  })
}

function nameOf(column: ReadColumn): string {
  switch (column.of) {
    case 'product':
    case 'variant':
      return `${column.of} ${column.column.name}`
    case 'class':
      return column.name
    default:
      return column.of
  }
}

const EVENTS_PER_STATEMENT = 1000

async function announceInBatches(em: EntityManager, announcements: readonly Announcement[]): Promise<void> {
  for (let start = 0; start < announcements.length; start += EVENTS_PER_STATEMENT)
    await announceAll(em, announcements.slice(start, start + EVENTS_PER_STATEMENT))
}
