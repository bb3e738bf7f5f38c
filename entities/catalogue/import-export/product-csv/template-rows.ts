import { majorUnits } from '../csv/major-units.ts'
import type { Cell } from '../csv/write-csv.ts'
import type { CurrencyDigits } from './product-lines.ts'

const PRODUCTS: readonly Record<string, Cell>[] = [
  {
    'Product Handle': 'example-shirt',
    'Product Title': 'Example shirt',
    'Product Description': 'The first row of a product contains the texts, options, images and tags.',
    'Product Status': 'draft',
    'Product Type': 'Clothing',
    'Product Tags': 'cotton,summer',
    'Variant Title': 'Small',
    'Variant SKU': 'EXAMPLE-SHIRT-S',
    'Variant Inventory Quantity': 10,
    'Option 1 Name': 'Size',
    'Option 1 Value': 'Small',
    'Image 1 Url': 'https://example.com/shirt.png',
  },
  {
    'Product Handle': 'example-shirt',
    'Variant Title': 'Large',
    'Variant SKU': 'EXAMPLE-SHIRT-L',
    'Variant Inventory Quantity': 5,
    'Option 1 Name': 'Size',
    'Option 1 Value': 'Large',
  },
  {
    'Product Handle': 'example-mug',
    'Product Title': 'Example mug',
    'Product Status': 'draft',
    'Variant Title': 'Blue',
    'Variant SKU': 'EXAMPLE-MUG',
    'Variant Inventory Quantity': 20,
    'Option 1 Name': 'Colour',
    'Option 1 Value': 'Blue',
  },
]

const EXAMPLE_PRICE = 25

/** Two example products with a price in each currency, as an import reads them. The first row has the titles. */
export function templateRows(digits: CurrencyDigits): Cell[][] {
  const titles = Object.keys(PRODUCTS[0] ?? {})
  const prices = Array.from(digits, ([code, decimals]) => ({
    title: `Price ${code.toUpperCase()}`,
    text: majorUnits(EXAMPLE_PRICE * 10 ** decimals, decimals),
  }))
  return [
    [...titles, ...prices.map(({ title }) => title)],
    ...PRODUCTS.map((product) => [...titles.map((title) => product[title]), ...prices.map(({ text }) => text)]),
  ]
}
