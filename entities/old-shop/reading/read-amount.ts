import { amountText } from '#entities/catalogue/import-export/dialects/cells.ts'
import { InvalidData } from '#entities/errors.ts'

/**
 * Parses an amount into minor units of a currency with `digits` decimals. More decimals are rounded, half away from zero: WooCommerce
 * stores taxes of lines unrounded. Null for an empty text.
 * @throws InvalidData for other texts.
 */
export function readAmount(text: string, digits: number): number | null {
  if (text === '') return null
  const isNegative = /[-\u2212]/.test(text) || /^\(.*\)$/.test(text)
  const unsigned = text.replace(/[-\u2212()]/g, '')
  const plain = digits === 0 && GROUPED.test(unsigned) ? unsigned.replaceAll(',', '') : amountText(unsigned)
  const [, whole, decimals = ''] = /^(\d{1,15})(?:\.(\d*))?$/.exec(plain) ?? []
  if (whole === undefined) throw notAnAmount()
  const rounded =
    Number(`${whole}${decimals.slice(0, digits).padEnd(digits, '0')}`) + ((decimals[digits] ?? '0') >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(rounded)) throw notAnAmount()
  return isNegative && rounded > 0 ? -rounded : rounded
}

const GROUPED = /^\d{1,3}(,\d{3})+$/

const notAnAmount = () => new InvalidData('must be an amount such as 12.34').because({ name: 'cell_not_an_amount' })
