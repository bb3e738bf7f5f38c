import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { Currency } from './currency.ts'

export async function findCurrency(em: EntityManager, code: string): Promise<Row<Currency>> {
  const currency = await findRow(em, Currency, { code: code.toLowerCase() })
  if (!currency) throw new NotFound(`Currency with code: ${code} was not found`)
  return currency
}
