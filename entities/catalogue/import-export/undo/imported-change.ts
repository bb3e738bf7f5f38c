import { defineEntity, p } from '@mikro-orm/postgresql'
import type { StagedRow } from '../product-import/staged-row.ts'

const ImportedChangeSchema = defineEntity({
  name: 'ImportedChange',
  tableName: 'imported_change',
  properties: {
    batch_job_id: p.text().primary(),
    line: p.integer().primary(),
    product_id: p.text(),
    /** A variant that the shop had before. */
    variant_id: p.text().nullable(),
    /** A variant that the import has added to a product of the shop. */
    new_variant_id: p.text().nullable(),
    /** The columns of the file, as the import names them. */
    columns: p.array(),
    /** The row of the file with the values before the import. */
    before: p.json<StagedRow>(),
    /** The stock of the variant after the import, without the sales during it. */
    quantity: p.integer().nullable(),
    /** Of the product after the import, without its stock. Null in further rows of the product. */
    digest: p.text().nullable(),
  },
})

/** A row of an import that has changed a product of the shop. */
export class ImportedChange extends ImportedChangeSchema.class {}
ImportedChangeSchema.setClass(ImportedChange)
