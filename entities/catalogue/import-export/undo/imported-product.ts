import { defineEntity, p } from '@mikro-orm/postgresql'

const ImportedProductSchema = defineEntity({
  name: 'ImportedProduct',
  tableName: 'imported_product',
  properties: {
    product_id: p.text().primary(),
    batch_job_id: p.text(),
    /** Of the product after the import, with its variants, prices, options and links. */
    digest: p.text(),
  },
})

/** A product that an import has created. */
export class ImportedProduct extends ImportedProductSchema.class {}
ImportedProductSchema.setClass(ImportedProduct)
