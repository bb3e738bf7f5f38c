import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { SimulatedPurchase, Simulation } from './simulate.ts'

interface NamedPurchase extends SimulatedPurchase {
  email: string | null
}

/** Adds the present e-mail addresses. A stored simulation has no personal data. */
export async function withEmails(
  em: EntityManager,
  simulation: Simulation,
): Promise<Omit<Simulation, 'purchases'> & { purchases: NamedPurchase[] }> {
  const rows = await selectEmails(
    em,
    simulation.purchases.map(({ id }) => id),
  )
  const emails = new Map(rows.map(({ id, email }) => [id, email]))
  return {
    ...simulation,
    purchases: simulation.purchases.map((purchase) => ({ ...purchase, email: emails.get(purchase.id) ?? null })),
  }
}

const selectEmails = statement<{ id: string; email: string | null }, [ids: string[]]>(`
  select id, email from "order" where id = any($1::text[]) union all select id, email from cart where id = any($1::text[])`)
