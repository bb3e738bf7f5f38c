import { currencyDecimals } from '#client/currency-decimals.ts'
import { currentLocale } from '#console/app/language.ts'
import { type Entered, isUnreadable } from '../form/entered.ts'
import { type NumberRules, numberText, readAmount, readNumber, unitsOfCurrency } from '../form/number-text.ts'
import { decimalText } from '../money-text.ts'
import type { CellKind } from './grid-column.ts'

/** The value of a cell as other programs and the same grid read it. */
export function textOfCell(kind: CellKind, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (isUnreadable(value)) return value.unreadable
  if (typeof value !== 'number') return kind.type === 'choice' ? labelOf(kind, value) : String(value)
  const rules = rulesOf(kind)
  return numberText(kind.type === 'amount' ? decimalText(value, rules.decimals) : value, rules)
}

/** The value that a pasted text means. A text with another meaning stays in the cell as an error. */
export function readCellText(kind: CellKind, text: string): unknown {
  const plain = text.trim()
  // The field of a cell has one line.
  if (kind.type === 'text') return plain.replace(/\s*[\r\n]+\s*/g, ' ')
  if (kind.type === 'choice') return kind.options.find(({ value, label }) => isSameText(plain, [value, label]))?.value
  if (plain === '') return null
  const rules = rulesOf(kind)
  const number = kind.type === 'amount' ? readAmount(plain, rules) : readNumber(plain, rules)
  return typeof number === 'number' ? number : ({ unreadable: plain } satisfies Entered<number>)
}

const isSameText = (text: string, others: readonly string[]): boolean =>
  others.some((other) => other.toLowerCase() === text.toLowerCase())

const labelOf = ({ options }: CellKind & { type: 'choice' }, value: unknown): string =>
  options.find((option) => option.value === value)?.label ?? String(value)

function rulesOf(kind: CellKind): NumberRules {
  const locale = currentLocale()
  if (kind.type !== 'amount') {
    const { min = 0 } = kind.type === 'whole' ? kind : {}
    return { locale, decimals: 0, min: min ?? undefined }
  }
  const { currency } = kind
  return { locale, decimals: currencyDecimals(currency), units: unitsOfCurrency(currency, locale), min: 0 }
}
