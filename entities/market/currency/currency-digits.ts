import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

/** Returns the digits of the minor unit by currency code. */
export async function currencyDigits(em: EntityManager): Promise<ReadonlyMap<string, number>> {
  const currencies = await readDigits(em)
  return new Map(currencies.map(({ code, decimal_digits }) => [code, decimal_digits]))
}

const readDigits = statement<{ code: string; decimal_digits: number }>('select code, decimal_digits from currency')
