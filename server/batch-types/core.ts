import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import { importUndo } from './import-undo.ts'
import { orderExport } from './order-export.ts'
import { priceListImport } from './price-list-import.ts'
import { productExport } from './product-export.ts'
import { productImport } from './product-import.ts'

export const coreBatchTypes: BatchTypes = {
  'order-export': orderExport,
  'product-export': productExport,
  'product-import': productImport,
  'price-list-import': priceListImport,
  'import-undo': importUndo,
}
