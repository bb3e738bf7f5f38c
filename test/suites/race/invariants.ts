import { findViolations as findAll } from '#entities/invariants/find-violations.ts'
import type { Query } from './race.ts'

/** Additional invariants of a race, in which the inventory is not edited and no backorders are allowed. */
const NEVER_HERE: Record<string, string> = {
  'an oversold variant':
    'select id from product_variant where manage_inventory and not allow_backorder and inventory_quantity < 0',
  'a cart with several lines of the same variant': `
    select cart_id as id from line_item where cart_id is not null and should_merge
    group by cart_id, variant_id, metadata having count(*) > 1`,
}

/** Returns the violated invariants. Call it when no request is running. */
export async function findViolations(query: Query): Promise<string[]> {
  const violations = (await findAll(query, { minAge: '0' })).flatMap(({ violation, examples }) =>
    examples.map((id) => `${violation}: ${id}`),
  )
  for (const [what, sql] of Object.entries(NEVER_HERE)) {
    const found = await query(sql)
    violations.push(...found.map(({ id }) => `${what}: ${id}`))
  }
  return violations
}
