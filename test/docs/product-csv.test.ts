import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPriceTitle } from '#entities/catalogue/import-export/price-list-import/read-line.ts'
import {
  CLASS_COLUMNS,
  PROFILE_COLUMNS,
  productColumns,
  variantColumns,
} from '#entities/catalogue/import-export/product-csv/columns.ts'
import { isProductTitle } from '#entities/catalogue/import-export/product-csv/read-titles.ts'

const page = readFileSync('docs/reference/product-csv.md', 'utf8')

/** The titles in the first column of the table of a section. */
const titlesIn = (section: string): string[] =>
  page
    .split(`## ${section}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => Array.from(line.split(' | ')[0]!.matchAll(/`([^`]+)`/g), ([, title]) => title!))

test('the page of product files lists every column of a product and a variant', () => {
  const columns = [...productColumns().all, ...variantColumns().all].map(({ title }) => title)
  expect(titlesIn('Columns')).toEqual(expect.arrayContaining([...columns, ...CLASS_COLUMNS, ...PROFILE_COLUMNS]))
})

test('an import knows every column of the page', () => {
  expect(titlesIn('Columns').filter((title) => !isProductTitle(title))).toEqual([])
  expect(titlesIn('Price lists').filter((title) => !isPriceTitle(title))).toEqual([])
})
