import { Client } from 'pg'
import { findViolations } from '#entities/invariants/find-violations.ts'
import type { RunningShop } from '../run-shop.ts'

export async function findViolatedInvariants({ databaseUrl }: RunningShop): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const violations = await findViolations(async (sql) => (await client.query(sql)).rows)
    return violations.map(({ violation, examples }) => `Violated invariant: ${violation}: ${examples.join(', ')}`)
  } finally {
    await client.end()
  }
}
