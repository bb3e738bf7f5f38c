import type { EntityManager } from '@mikro-orm/postgresql'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { BatchRefused, toBatchErrors } from '#entities/platform/batch-job/batch-errors.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { FaultCollector, InvalidLine } from '#entities/platform/batch-job/line-faults.ts'
import { type Announcement, announceAll } from '#entities/platform/event/announce.ts'
import { processInBatches } from '../csv/process-in-batches.ts'
import { type CsvLine, openCsv, parsingMessage, type ReadFile } from '../csv/read-csv.ts'
import { encodingNotices, importNotice } from '../import-notice.ts'
import { isProductTitle, type ReadColumn, readProductTitles } from '../product-csv/read-titles.ts'
import { analyzeCatalogue } from './analyze-catalogue.ts'
import { applyLinks } from './apply-links.ts'
import { applyProducts } from './apply-products.ts'
import { applyStock, STOCK_COLUMN } from './apply-stock.ts'
import { applyVariants } from './apply-variants.ts'
import { createMissing } from './create-missing.ts'
import { findChanges, type Operations } from './find-changes.ts'
import { findMarkets, rejectRepeatedMarkets } from './markets.ts'
import { findRowFaults, rowFault } from './row-faults.ts'
import { RowNotes } from './row-notes.ts'
import { stagedRow } from './staged-row.ts'
import { createStagingTables, forgetUnknownIds, resolveTargets, stageRows } from './staging-tables.ts'

export interface StagedImport {
  columns: string[]
  faults: FaultCollector
  /** What the user of the import should know. */
  notices: BatchNotice[]
}

export interface ImportOptions {
  /** Products and variants with unknown ids are new, as in the export of another shop. */
  new_ids?: boolean | undefined
  /** Creates the collections, categories and sales channels that the shop does not have. */
  create_missing?: boolean | undefined
}

/** Reads a product file into temporary tables of the transaction. `create_missing` also changes the catalogue. */
export async function stageProducts(
  em: EntityManager,
  { read, options, reportProgress }: ProductSource,
): Promise<StagedImport> {
  await using file = await openCsv(read, isProductTitle)
  const columns = readProductTitles(file.titles, rejectRepeatedMarkets(await findMarkets(em)))
  const [faults, notes] = [new FaultCollector(), new RowNotes()]
  await createStagingTables(em)
  await processInBatches(
    file.lines,
    (line) => readRow(line, { columns, faults, notes }),
    async (rows, count) => {
      await stageRows(em, rows)
      await reportProgress(count)
    },
  )
  const unknown = options.new_ids ? await forgetUnknownIds(em) : { products: 0, variants: 0 }
  await resolveTargets(em)
  const created = options.create_missing ? await createMissing(em) : []
  const notices = [
    ...encodingNotices(file.encoding),
    ...(unknown.products + unknown.variants > 0 ? [importNotice({ name: 'import_new_ids', ...unknown })] : []),
    ...created,
    ...notes.notices(),
  ]
  return { columns: columns.map(nameOf), faults, notices }
}

interface ProductSource {
  read: ReadFile
  options: ImportOptions
  reportProgress: (lines: number) => Promise<void>
}

/** @throws BatchRefused with all faults of the rows. */
export async function validateStaged(em: EntityManager, { faults }: Pick<StagedImport, 'faults'>): Promise<void> {
  faults.addAll(await findRowFaults(em))
  if (faults.count > 0) throw new BatchRefused(toBatchErrors(faults))
}

/** Returns what the import would do. */
export async function previewStaged(
  em: EntityManager,
  staged: StagedImport,
): Promise<{ operations: Operations; notices: BatchNotice[] }> {
  const hasLevels = await isInventoryEnabled(em)
  const columns = storedColumns(staged.columns, hasLevels)
  const { operations, notices } = await findChanges(em, { columns, hasLevels })
  return { operations, notices: [...staged.notices, ...notices] }
}

/** With inventory enabled, levels store the stock. */
const storedColumns = (columns: readonly string[], hasLevels: boolean) =>
  hasLevels ? columns.filter((name) => name !== STOCK_COLUMN) : columns

const MIN_VARIANTS_FOR_ANALYZE = 1000

/** Returns the numbers of changed rows, and of lines whose stock the import ignores, if there are any. */
export async function applyStaged(
  em: EntityManager,
  { columns }: Pick<StagedImport, 'columns'>,
  reportProgress: (share: number) => Promise<void>,
): Promise<{ operations: Operations; ignored_quantities?: number }> {
  const hasLevels = await isInventoryEnabled(em)
  const products = await applyProducts(em, columns)
  await reportProgress(1 / 3)
  const linked = await applyLinks(em, columns)
  await reportProgress(2 / 3)
  const variants = await applyVariants(em, storedColumns(columns, hasLevels))
  const stock = hasLevels ? await applyStock(em) : { changed: [], ignored: 0 }
  if (variants.created.length >= MIN_VARIANTS_FOR_ANALYZE) await analyzeCatalogue(em)
  const created = new Set(products.created)
  const changed = new Set([...products.changed, ...linked].filter((id) => !created.has(id)))
  await announceInBatches(em, [
    ...products.created.map((id) => ({ name: 'product.created' as const, payload: { id } })),
    ...Array.from(changed, (id) => ({ name: 'product.updated' as const, payload: { id } })),
    ...variants.created.map((payload) => ({ name: 'product-variant.created' as const, payload })),
    ...variants.changed.map((payload) => ({ name: 'product-variant.updated' as const, payload })),
  ])
  const createdVariants = new Set(variants.created.map(({ id }) => id))
  const changedVariants = new Set([...variants.changed.map(({ id }) => id), ...stock.changed])
  const operations = {
    PRODUCT_CREATE: products.created.length,
    PRODUCT_UPDATE: changed.size,
    VARIANT_CREATE: createdVariants.size,
    VARIANT_UPDATE: [...changedVariants].filter((id) => !createdVariants.has(id)).length,
  }
  return { operations, ...(stock.ignored > 0 ? { ignored_quantities: stock.ignored } : {}) }
}

interface Reading {
  columns: readonly ReadColumn[]
  faults: FaultCollector
  notes: RowNotes
}

function readRow({ line, row, cells }: CsvLine, { columns, faults, notes }: Reading): string | undefined {
  const cell = (title: string) => cells[columns.findIndex((column) => column.title === title)]?.trim() || null
  const subject = {
    ...{ line, sheet_row: row },
    product_id: cell('Product Id'),
    handle: cell('Product Handle') ?? '',
    variant_id: cell('Variant Id'),
  }
  if (subject.handle === '' && !subject.product_id && !subject.variant_id && !cell('Variant SKU')) {
    const message = parsingMessage(
      `No value found for target column "Product Handle" in line ${line} of the given csv file`,
    )
    const place = { line, sheet_row: row }
    faults.add({ ...place, message, reasons: [{ name: 'handle_required', column: 'Product Handle' }] })
    return undefined
  }
  try {
    return JSON.stringify(stagedRow({ line, row }, cells, { columns, notes }))
  } catch (error) {
    if (!(error instanceof InvalidLine)) throw error
    faults.add(rowFault(subject, cell('Variant SKU'), error))
    return undefined
  }
}

function nameOf(column: ReadColumn): string {
  switch (column.of) {
    case 'product':
    case 'variant':
      return `${column.of} ${column.column.name}`
    case 'class':
      return column.name
    case 'category':
      return column.name === 'Handle' ? 'category' : 'nothing'
    default:
      return column.of
  }
}

const EVENTS_PER_STATEMENT = 1000

async function announceInBatches(em: EntityManager, announcements: readonly Announcement[]): Promise<void> {
  for (let start = 0; start < announcements.length; start += EVENTS_PER_STATEMENT)
    await announceAll(em, announcements.slice(start, start + EVENTS_PER_STATEMENT))
}
