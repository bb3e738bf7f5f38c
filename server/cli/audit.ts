import { Command, Option } from 'commander'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import { inJobSchema } from '#database/job-schema.ts'
import { findViolations, type Violation } from '#entities/invariants/find-violations.ts'
import { INVARIANTS } from '#entities/invariants/invariants.ts'
import { databaseUrlOf } from '#server/database/direct-url.ts'
import { schemaOf } from '#server/database/shop-schema.ts'
import type { WithShop } from '#server/process/with-shop.ts'

export function auditCommand(withShop: WithShop): Command {
  return new Command('audit')
    .description(
      'Check the invariants of orders, money and stock. Can run next to a server. Exits with 1 if an invariant is violated.',
    )
    .addOption(new Option('--patience <interval>').hideHelp())
    .option('--min-age <interval>', 'age below which unfinished payments and refunds are not reported', '2 hours')
    .action(({ minAge, patience = minAge }: { minAge: string; patience?: string }) =>
      withShop(async ({ orm }) => {
        const { jobs } = schemaOf(orm)
        const client = new DatabaseClient({ connectionString: databaseUrlOf(orm) })
        await client.connect()
        try {
          const violations = await findViolations(async (sql) => (await client.query(inJobSchema(sql, jobs))).rows, {
            minAge: patience,
          })
          console.log(reportOf(violations))
          if (violations.length > 0) process.exitCode = 1
        } finally {
          await client.end()
        }
      }),
    )
}

function reportOf(violations: readonly Violation[]): string {
  const checked = `${Object.keys(INVARIANTS).length} invariants checked`
  if (violations.length === 0) return `${checked}: no violations found.`
  const rows = violations.map(({ name, count, violation, examples }) => [
    name,
    String(count),
    `${violation}: ${examples.join(', ')}${count > examples.length ? ', …' : ''}`,
  ])
  const width = (column: number) => Math.max(...rows.map((row) => row[column]!.length))
  const lines = rows.map(([name, count, what]) => `${name!.padEnd(width(0))}  ${count!.padStart(width(1))}  ${what}`)
  return [...lines, '', `${checked}: ${violations.length} violated.`].join('\n')
}
