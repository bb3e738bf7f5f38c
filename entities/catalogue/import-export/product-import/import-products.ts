import type { EntityManager } from '@mikro-orm/postgresql'
import { isInventoryEnabled } from '#entities/market/store/inventory-mode.ts'
import { BatchRefused, toBatchErrors } from '#entities/platform/batch-job/batch-errors.ts'
import type { BatchNotice, ImportSourceResult, ImportTaxClass } from '#entities/platform/batch-job/batch-job.ts'
import { FaultCollector, InvalidLine } from '#entities/platform/batch-job/line-faults.ts'
import { openTable } from '../csv/open-table.ts'
import { processInBatches } from '../csv/process-in-batches.ts'
import { parsingMessage, type ReadFile } from '../csv/read-csv.ts'
import { fileNotices, importNotice } from '../import-notice.ts'
import { saveOldAddresses } from '../old-addresses/save-old-addresses.ts'
import { pictureNotices, reuseStoredPictures } from '../pictures/queue-pictures.ts'
import { isProductTitle, type ReadColumn } from '../product-csv/read-titles.ts'
import { analyzeCatalogue } from './analyze-catalogue.ts'
import { applyLinks } from './apply-links.ts'
import { applyProducts } from './apply-products.ts'
import { applySales, saleListName, saleNotices } from './apply-sales.ts'
import { applyLevels, type LevelChange, STOCK_COLUMN, selectLevelChanges } from './apply-stock.ts'
import { applyTaxes } from './apply-taxes.ts'
import { applyTexts } from './apply-texts.ts'
import { applyQuantities, applyVariants, type QuantityChange, selectQuantityChanges } from './apply-variants.ts'
import { createCategoryPaths, createMissing } from './create-missing.ts'
import { handleNotices, titleNotices } from './external-ids.ts'
import { findChanges, type Operations } from './find-changes.ts'
import type { ImportChoices } from './import-currency.ts'
import { announceRows, countNewRows } from './new-rows.ts'
import { readProductTable, type TableRow } from './read-table.ts'
import { findRowFaults, rowFault } from './row-faults.ts'
import { RowNotes } from './row-notes.ts'
import { stagedRow } from './staged-row.ts'
import { createStagingTables, forgetUnknownIds, resolveTargets, stageRows } from './staging-tables.ts'
import { findTaxClasses } from './tax-classes.ts'

export interface StagedImport {
  columns: string[]
  faults: FaultCollector
  /** What the user of the import should know. */
  notices: BatchNotice[]
  /** The program that wrote the file. Undefined for a file in the columns of the shop. */
  source: ImportSourceResult | undefined
  tax_classes: ImportTaxClass[]
  /** Whether the pictures are copied to the shop. */
  hasPictures: boolean
}

export interface ImportOptions extends ImportChoices {
  /** Products and variants with unknown ids are new, as in the export of another shop. */
  new_ids?: boolean | undefined
  /** Copies the pictures to the shop. Default: only for a file of another program. */
  fetch_pictures?: boolean | undefined
  /** Creates the collections, categories and sales channels that the shop does not have. */
  create_missing?: boolean | undefined
}

/** Reads a product file into temporary tables of the transaction. `create_missing` also changes the catalogue. */
export async function stageProducts(
  em: EntityManager,
  { read, options, reportProgress }: ProductSource,
): Promise<StagedImport> {
  await using file = await openTable(read, isProductTitle)
  const table = await readProductTable(em, file, options)
  const { source } = table
  const [faults, notes] = [new FaultCollector(), new RowNotes()]
  await createStagingTables(em)
  await processInBatches(
    table.rows,
    (row) => readRow(row, { faults, notes }),
    async (rows, count) => {
      await stageRows(em, rows)
      await reportProgress(count)
    },
  )
  const unknown = options.new_ids ? await forgetUnknownIds(em) : { products: 0, variants: 0 }
  await resolveTargets(em, source)
  const hasPictures = options.fetch_pictures ?? source !== undefined
  if (hasPictures) await reuseStoredPictures(em)
  const created = [
    ...(await createCategoryPaths(em)),
    ...((options.create_missing ?? source !== undefined) ? await createMissing(em) : []),
  ]
  const taxes = await findTaxClasses(em, options.tax_classes)
  const notices = [
    ...table.notices(),
    ...fileNotices(file),
    ...(source ? [...(await handleNotices(em)), ...(await titleNotices(em))] : []),
    ...(unknown.products + unknown.variants > 0 ? [importNotice({ name: 'import_new_ids', ...unknown })] : []),
    ...created,
    ...notes.notices(),
    ...taxes.notices,
  ]
  const columns = table.columns().map(nameOf)
  return { columns, faults, notices, source, hasPictures, tax_classes: taxes.classes }
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

/** Returns what the import would do. The caller must roll the transaction back. */
export async function previewStaged(
  em: EntityManager,
  staged: StagedImport,
  importId: string,
): Promise<{ operations: Operations; notices: BatchNotice[] }> {
  const hasLevels = await isInventoryEnabled(em)
  const columns = storedColumns(staged.columns, hasLevels)
  const { operations, notices } = await findChanges(em, { columns, hasLevels })
  const sales = columns.includes('sale') ? await saleNotices(em, saleListName(staged.source)) : []
  const pictures = staged.hasPictures ? await pictureNotices(em) : []
  const addresses = await saveOldAddresses(em, importId)
  return { operations, notices: [...staged.notices, ...sales, ...pictures, ...addresses, ...notices] }
}

/** With inventory enabled, levels store the stock. */
const storedColumns = (columns: readonly string[], hasLevels: boolean) =>
  hasLevels ? columns.filter((name) => name !== STOCK_COLUMN) : columns

const MIN_VARIANTS_FOR_ANALYZE = 1000

export interface AppliedImport {
  operations: Operations
  ignored_quantities?: number
  /** The ids of the changed products and variants that the shop had before. */
  changedIds: string[]
  /** The changes that `applyStock` must make. */
  stock: StockChanges
}

interface StockChanges {
  /** Empty if inventory is enabled. */
  quantities: QuantityChange[]
  /** Empty unless inventory is enabled. */
  levels: LevelChange[]
}

/** Changes the stock of variants or levels. Checkouts of the variants wait from now on, so call it last. */
export async function applyStock(em: EntityManager, { quantities, levels }: StockChanges): Promise<void> {
  await applyQuantities(em, quantities)
  await applyLevels(em, levels)
}

/**
 * Changes everything except for the stock. Returns the numbers of changed rows, and of lines whose stock the import ignores, if there
 * are any.
 */
export async function applyStaged(
  em: EntityManager,
  { columns, source, importId }: Pick<StagedImport, 'columns' | 'source'> & { importId: string | null },
  reportProgress: (share: number) => Promise<void>,
): Promise<AppliedImport> {
  const hasLevels = await isInventoryEnabled(em)
  const created = await countNewRows(em)
  const products = new Set(await applyProducts(em, columns))
  await reportProgress(1 / 3)
  addAll(products, await applyLinks(em, columns))
  if (columns.includes('tax class')) addAll(products, await applyTaxes(em))
  await reportProgress(2 / 3)
  const stored = storedColumns(columns, hasLevels)
  const quantities = await selectQuantityChanges(em, stored, importId)
  const variants = new Set([...quantities.map(({ id }) => id), ...(await applyVariants(em, stored, columns))])
  const texts = await applyTexts(em, columns)
  addAll(products, texts.products)
  addAll(variants, texts.variants)
  const reduced = columns.includes('sale') ? await applySales(em, saleListName(source)) : []
  const { levels, ignored } = hasLevels ? await selectLevelChanges(em, importId) : { levels: [], ignored: 0 }
  if (created.variants >= MIN_VARIANTS_FOR_ANALYZE) await analyzeCatalogue(em)
  await announceRows(em, { products, variants })
  addAll(variants, reduced)
  addAll(
    variants,
    levels.flatMap(({ id, is_new_variant }) => (is_new_variant ? [] : id)),
  )
  const operations = {
    PRODUCT_CREATE: created.products,
    PRODUCT_UPDATE: products.size,
    VARIANT_CREATE: created.variants,
    VARIANT_UPDATE: variants.size,
  }
  const changedIds = [...products, ...variants]
  return {
    ...{ operations, changedIds, stock: { quantities, levels } },
    ...(ignored > 0 ? { ignored_quantities: ignored } : {}),
  }
}

function addAll(set: Set<string>, ids: readonly string[]): void {
  for (const id of ids) set.add(id)
}

interface Reading {
  faults: FaultCollector
  notes: RowNotes
}

function readRow(table: TableRow, { faults, notes }: Reading): string | undefined {
  const { source_line: line, row, columns, cells } = table
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
    return JSON.stringify(stagedRow(table, cells, { columns, notes }))
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
      return column.name === 'Handle' || column.name === 'Path' ? 'category' : 'nothing'
    default:
      return column.of
  }
}
