/** How the values of a column look. */
export type CellKind = 'empty' | 'gtin' | 'pictures' | 'address' | 'price' | 'number' | 'long text' | 'text'

const MOST = 0.8
const LONG = 80

/** Returns the kind of at least four fifths of the values. */
export function kindOf(values: readonly string[]): CellKind {
  const texts = values.map((value) => value.trim()).filter((value) => value !== '')
  if (texts.length === 0) return 'empty'
  const areMost = (test: (text: string) => boolean) => texts.filter(test).length >= texts.length * MOST
  if (areMost(isGtin)) return 'gtin'
  if (areMost((text) => partsOf(text).every(isAddress)))
    return texts.some((text) => partsOf(text).some(isPicture)) ? 'pictures' : 'address'
  if (areMost(isNumber)) return texts.some(isPrice) ? 'price' : 'number'
  return texts.some((text) => text.length > LONG || /<(p|br|ul|div)\b/i.test(text)) ? 'long text' : 'text'
}

const partsOf = (text: string) => text.split(/[\s,;|]+(?=https?:)/)

const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text)

const isPicture = (text: string) => /\.(jpe?g|png|webp|gif|avif)(\?|$)/i.test(text)

const CURRENCY = '(?:€|\\$|£|¥|[A-Z]{3}|zł|kr|Kč|Ft|CHF)'
const NUMBER = new RegExp(`^${CURRENCY}?\\s?-?\\d[\\d.,'\\s\\u00a0]*${CURRENCY}?$`)
const isNumber = (text: string) => text.length < 30 && NUMBER.test(text)

/** A number with a currency or two decimals. */
const isPrice = (text: string) => new RegExp(CURRENCY).test(text) || /[.,]\d\d$/.test(text)

/** EAN-8, UPC, EAN-13 and GTIN-14 end with a check digit. */
export function isGtin(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '')
  if (!/^(\d{8}|\d{12,14})$/.test(digits) || /^0+$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'eur',
  $: 'usd',
  '£': 'gbp',
  '¥': 'jpy',
  zł: 'pln',
  kč: 'czk',
  ft: 'huf',
}

const ISO_CODES = new Set(Intl.supportedValuesOf('currency'))

/** Whether the three letters are a currency of ISO 4217. `UVP` and `NET` next to a price are not. */
export const isCurrency = (code: string): boolean => ISO_CODES.has(code.toUpperCase())

/** Whether an amount such as `12,50 €` names another currency than `code`. A `$` or `kr` can belong to several. */
export function namesOtherCurrency(text: string, code: string): boolean {
  const named = (text.match(/[€£]|zł|Kč|\b[A-Z]{3}\b/g) ?? []).map((sign) => SIGNS[sign.toLowerCase()] ?? sign)
  return named.some((other) => isCurrency(other) && other.toLowerCase() !== code.toLowerCase())
}

/** The currency that the values or the unit of a title name, such as `eur`. */
export function currencyIn(texts: readonly string[]): string | undefined {
  const found = texts.flatMap((text) => /[€$£¥]|zł|kč|\bft\b|\b[a-z]{3}\b/i.exec(text)?.[0].toLowerCase() ?? [])
  const [code] = found
  return code !== undefined && found.every((other) => other === code) ? (SIGNS[code] ?? code) : undefined
}
