import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { TaxRate } from './tax-rate.ts'

export function lockTaxRate(em: EntityManager, id: string): Promise<TaxRate> {
  return em.findOneOrFail(
    TaxRate,
    { id },
    {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      failHandler: () => new NotFound(`TaxRate with ${id} was not found`),
    },
  )
}
