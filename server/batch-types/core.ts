import type { BatchTypes } from '#entities/platform/batch-job/batch-type.ts'
import { customerImport } from './customer-import.ts'
import { importUndo } from './import-undo.ts'
import { customerImportUndo, pastOrderImportUndo } from './old-shop-undo.ts'
import { orderExport } from './order-export.ts'
import { pastOrderImport } from './past-order-import.ts'
import { priceListImport } from './price-list-import.ts'
import { productExport } from './product-export.ts'
import { productImport } from './product-import.ts'
import { simulation } from './simulation.ts'
import { translationExport } from './translation-export.ts'
import { translationImport } from './translation-import.ts'

export const coreBatchTypes: BatchTypes = {
  'order-export': orderExport,
  'product-export': productExport,
  'product-import': productImport,
  'price-list-import': priceListImport,
  'translation-export': translationExport,
  'translation-import': translationImport,
  simulation,
  'import-undo': importUndo,
  'customer-import': customerImport,
  'customer-import-undo': customerImportUndo,
  'past-order-import': pastOrderImport,
  'past-order-import-undo': pastOrderImportUndo,
}
