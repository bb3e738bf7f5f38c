import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { TaxRate } from './tax-rate.ts'

/** The rate, which nobody else may change until the transaction ends. */
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
