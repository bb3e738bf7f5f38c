import { Command } from 'commander'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import { directUrlOf } from '#server/database/direct-url.ts'
import { type ImportReport, importMedusa } from '#server/medusa/import-medusa.ts'
import { openMedusaDatabase } from '#server/medusa/medusa-database.ts'
import type { WithShop } from '#server/process/with-shop.ts'

export function importMedusaCommand(withShop: WithShop): Command {
  return new Command('medusa')
    .description('Import the shop of a Medusa v1 database in one transaction. The Medusa database is only read.')
    .argument('<url>', 'URL of the Medusa database: postgresql://…')
    .option('--dry-run', 'run the import and roll it back')
    .option('--changes <file>', 'write each corrected row with its values before and after to a CSV file')
    .action((url: string, { dryRun = false, changes }: { dryRun?: boolean; changes?: string }) =>
      withShop(async ({ orm, parts: { providers } }) => {
        await using medusa = await openMedusaDatabase(url)
        const client = new DatabaseClient({ connectionString: directUrlOf(orm) })
        await client.connect()
        try {
          const installed = [...providers.payment.keys(), ...providers.fulfillment.keys()]
          console.log(
            reportOf(
              await importMedusa(client, medusa, { installed, isRehearsal: dryRun, changesFile: changes }),
              dryRun,
            ),
          )
        } finally {
          await client.end()
        }
      }),
    )
}

function reportOf(
  { rows, notes, missingProviders, unknownTables, unknownColumns, hasAdministrator }: ImportReport,
  dryRun: boolean,
): string {
  const filledTables = [...rows].filter(([, count]) => count > 0)
  const sum = filledTables.reduce((total, [, count]) => total + count, 0)
  const width = Math.max(...filledTables.map(([table]) => table.length))
  return [
    ...filledTables.map(([table, count]) => `${table.padEnd(width)}  ${count}`),
    '',
    ...notes.map(
      ({ what, rows: changed, ids }) =>
        `${what} (${changed} rows${ids.length > 0 ? `: ${ids.join(', ')}${changed > ids.length ? ', …' : ''}` : ''})`,
    ),
    ...(missingProviders.length > 0 ? [`Providers that are not installed: ${missingProviders.join(', ')}`] : []),
    ...(unknownTables.length > 0
      ? [`Tables that are not part of Medusa and were not imported: ${unknownTables.join(', ')}`]
      : []),
    ...(unknownColumns.length > 0
      ? [
          `Columns that the shop does not have and that were not imported: ${unknownColumns.map(({ column, rows: filled }) => `${column} (${filled} rows)`).join(', ')}`,
        ]
      : []),
    ...(hasAdministrator
      ? []
      : ['The shop has no administrator. Add one: npm run shop -- user add --email … --role admin']),
    `${sum} rows of ${filledTables.length} tables ${dryRun ? 'would be' : 'were'} imported.`,
  ].join('\n')
}
