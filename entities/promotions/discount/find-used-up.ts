import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { usesOfCustomerSql } from './uses-of-customer.ts'

/** Returns the IDs of the discounts that the customer has used as often as their rules allow. Completions check it again. */
export async function findUsedUp(
  em: EntityManager,
  { customer_id, ids }: { customer_id: string; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  return new Set((await selectUsedUp(em, ids, customer_id)).map(({ id }) => id))
}

const selectUsedUp = statement<{ id: string }, [ids: readonly string[], customer_id: string]>(`
  select d.id from discount d join discount_rule r on r.id = d.rule_id
  where d.id = any($1::text[]) and r.limit_per_customer <= ${usesOfCustomerSql('$2')}`)
