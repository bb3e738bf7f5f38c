import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '#entities/query.ts'

export async function currencyDigits(em: EntityManager): Promise<ReadonlyMap<string, number>> {
  const currencies = await selectDigits(em)
  return new Map(currencies.map(({ code, decimal_digits }) => [code, decimal_digits]))
}

const selectDigits = query((db) => db.selectFrom('currency').select(['code', 'decimal_digits']))
