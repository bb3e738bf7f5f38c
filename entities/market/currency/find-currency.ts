import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { Currency } from './currency.ts'

export function findCurrency(em: EntityManager, code: string): Promise<Currency> {
  return em.findOneOrFail(
    Currency,
    { code: code.toLowerCase() },
    { failHandler: () => new NotFound(`Currency with code: ${code} was not found`) },
  )
}
