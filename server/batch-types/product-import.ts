import { z } from 'zod'
import { saveOldAddresses } from '#entities/catalogue/import-export/old-addresses/save-old-addresses.ts'
import { queuePictures } from '#entities/catalogue/import-export/pictures/queue-pictures.ts'
import { lockImportedProducts } from '#entities/catalogue/import-export/product-import/apply-products.ts'
import type { Operations } from '#entities/catalogue/import-export/product-import/find-changes.ts'
import {
  applyStaged,
  applyStock,
  previewStaged,
  stageProducts,
  validateStaged,
} from '#entities/catalogue/import-export/product-import/import-products.ts'
import {
  recordImportChanges,
  recordValuesBefore,
} from '#entities/catalogue/import-export/undo/record-import-changes.ts'
import { recordImportedProducts } from '#entities/catalogue/import-export/undo/undo-import.ts'
import { type BatchRun, defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { deleteImport, importedFile, readImport } from './import-file.ts'
import { Mapping } from './mapping-context.ts'

const Context = z.looseObject({
  ...importedFile,
  new_ids: z.boolean().optional(),
  create_missing: z.boolean().optional(),
  currency: z.string().optional(),
  tax_included: z.boolean().optional(),
  tax_classes: z.record(z.string(), z.array(z.string())).optional(),
  fetch_pictures: z.boolean().optional(),
  mapping: Mapping.optional(),
})
type Context = z.output<typeof Context>

export const productImport = defineBatchType<Context>({
  kind: 'import',
  needsOrigin: true,
  procedures: ['products.create', 'products.update', 'products.addVariant', 'products.updateVariant'],
  context: Context,

  async preProcess(run) {
    const staged = await stageProducts(run.em, {
      read: readImport(run),
      options: run.context,
      reportProgress: (lines) => run.advance({ advancement_count: lines }),
    })
    await validateStaged(run.em, staged)
    const { operations, notices } = await previewStaged(run.em, staged, run.id)
    const message = messageOf(operations)
    const name = 'Products/variants to import'
    return {
      result: {
        count: countOf(operations),
        advancement_count: 0,
        operations: { ...operations },
        stat_descriptors: [{ key: 'product-import-count', name, message }],
        notices,
        ...(staged.source ? { source: staged.source } : {}),
        ...(staged.tax_classes.length > 0 ? { tax_classes: staged.tax_classes } : {}),
      },
    }
  },

  async process(run) {
    const { em, result } = run
    const whole = result.count || 1
    const staged = await stageProducts(em, {
      read: readImport(run),
      options: run.context,
      reportProgress: (lines) => reportProgress(run, Math.min(lines / whole, 1) / 2),
    })
    await lockImportedProducts(em)
    await validateStaged(em, staged)
    await recordValuesBefore(em, staged, run.id)
    const { operations, changedIds, stock, ...ignored } = await applyStaged(
      em,
      { ...staged, importId: run.id },
      (share) => reportProgress(run, (1 + share) / 2),
    )
    await recordImportedProducts(em, run.id)
    await recordImportChanges(em, run.id, { changedIds, stock })
    await saveOldAddresses(em, run.id)
    if (staged.hasPictures) await queuePictures(em, run.id)
    await applyStock(em, stock)
    const count = countOf(operations)
    return { count, advancement_count: count, operations: { ...operations }, ...ignored }
  },

  onCompleted: deleteImport,
})

const countOf = (operations: Operations) => Object.values(operations).reduce((sum, count) => sum + count, 0)

/** Medusa v1 has the same text, also the double space and the line break. */
const messageOf = ({ PRODUCT_CREATE, PRODUCT_UPDATE, VARIANT_CREATE, VARIANT_UPDATE }: Operations) =>
  `There will be ${PRODUCT_CREATE} products created (${PRODUCT_UPDATE}  updated).
             ${VARIANT_CREATE} variants will be created and ${VARIANT_UPDATE} updated`

const reportProgress = ({ advance, result }: BatchRun<Context>, progress: number) =>
  advance({ progress, advancement_count: Math.floor(progress * (result.count ?? 0)) })
