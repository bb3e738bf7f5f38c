import type { Cells } from './dialect.ts'

/** Removes signs of currencies and grouping, and completes `.99`. Returns the text unchanged if its meaning is not certain. */
export function amountText(text: string): string {
  const whole = text.replace(/^[^\d\p{L}-]*(?=[.,]\d)/u, '0')
  const plain = whole.replace(/^[^\d-]+|[^\d]+$/g, '').replace(/[\s\u00a0']/g, '')
  if (/^\d{1,3}(,\d{3})*\.\d+$/.test(plain)) return shortAmount(plain.replaceAll(',', ''))
  if (/^\d{1,3}(\.\d{3})*,\d{1,2}$/.test(plain)) return plain.replaceAll('.', '').replace(',', '.')
  if (/^\d+,\d{1,2}$/.test(plain)) return plain.replace(',', '.')
  return /^\d+(\.\d+)?$/.test(plain) ? shortAmount(plain) : text
}

/** Databases write amounts with four decimals, such as `34.0000`. */
const shortAmount = (text: string) => text.replace(/(\.\d\d\d*?)0+$/, '$1')

export const isBelow = (amount: string, other: string): boolean =>
  amount !== '' && other !== '' && Number(amount) < Number(other)

/** Converts a measure to a whole number of the unit of the shop. Returns the text unchanged if it is not a number. */
export function wholeUnits(text: string, factor: number): string {
  const number = /^\d*[.,]?\d+$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  if (Number.isNaN(number)) return text
  return number === 0 ? '' : String(Math.round(number * factor))
}

export const GRAMS: Readonly<Record<string, number>> = {
  ...{ g: 1, gram: 1, grams: 1, kg: 1000, kgs: 1000 },
  ...{ lb: 453.59237, lbs: 453.59237, oz: 28.349523125 },
}

export const MILLIMETRES: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000, in: 25.4, yd: 914.4 }

/** Splits at `,`. A comma after a backslash belongs to the value. */
export const splitList = (text: string, separator = ','): string[] =>
  text
    .split(separator === ',' ? /(?<!\\),/ : separator)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter((part) => part !== '')

export const numbered = (name: string, column: string, values: readonly string[]): Cells =>
  Object.fromEntries(values.map((value, i) => [`${name} ${i + 1} ${column}`, value]))

/** The addresses that a product had in an earlier shop. */
export const oldAddressCells = (...addresses: string[]): Cells =>
  numbered(
    'Old Address',
    'Url',
    addresses.filter((address) => address !== ''),
  )

export interface Choice {
  name: string
  value: string
}

export const optionCells = (choices: readonly Choice[]): Cells => ({
  ...numbered(
    'Option',
    'Name',
    choices.map(({ name }) => name),
  ),
  ...numbered(
    'Option',
    'Value',
    choices.map(({ value }) => value),
  ),
})

/** The title of a variant: its values. Empty without options, so that the variant gets the title of its product. */
export const variantTitle = (values: readonly string[]): string => values.join(' / ')

/** The text of a cell such as `Product Tags`. */
export const listText = (values: readonly string[]): string =>
  values.map((value) => (/[,"\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',')

const STANDARD_CLASSES = ['standard', 'taxable goods', 'default', 'refundable taxable goods']

/** The tax class of a product. Empty for the standard class. */
export const taxClassCells = (name: string): Cells => ({
  'Product Tax Class': STANDARD_CLASSES.includes(name.toLowerCase()) ? '' : name,
})

/** The class of goods without taxes. */
export const NOT_TAXABLE = 'none'

export const booleanText = (value: boolean): string => (value ? 'true' : 'false')
