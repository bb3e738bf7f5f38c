import { defineStrings } from './define-strings.ts'

/** The fields of imported columns, by the titles of product files. */
export const en = {
  Price: 'Price',
  'Sale Price': 'Sale price',
  'Product Group': 'Same value: variants of one product',
  Images: 'Pictures',
  Category: 'Category',
  Tags: 'Tags',
  Option: 'Option, such as size',
  'Old Address': 'Address in the old shop',
  'Option Name': 'Option',
  'Option Value': 'Value of option',
  'Product Title': 'Name of the product',
  'Product Handle': 'Handle (address)',
  'Product Subtitle': 'Subtitle',
  'Product Description': 'Description',
  'Product Status': 'Published or draft',
  'Product Type': 'Type',
  'Product Collection Title': 'Collection',
  'Variant Title': 'Name of the variant',
  'Variant SKU': 'SKU',
  'Variant Barcode': 'Barcode (EAN, UPC)',
  'Variant Inventory Quantity': 'Stock',
  'Variant Weight': 'Weight',
  'Variant Length': 'Length',
  'Variant Width': 'Width',
  'Variant Height': 'Height',
}

export const importFields = defineStrings(en, { de: () => import('./de/import-fields.ts') })
