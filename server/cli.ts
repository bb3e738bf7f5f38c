import { Command } from 'commander'
import { apiKeyCommand } from '#server/cli/api-key.ts'
import { auditCommand } from '#server/cli/audit.ts'
import { exportCommand, importCommand } from '#server/cli/catalogue.ts'
import { migrateCommand, seedCommand } from '#server/cli/database.ts'
import { importMedusaCommand } from '#server/cli/medusa.ts'
import { paymentsCommand } from '#server/cli/payments.ts'
import { userCommand } from '#server/cli/user.ts'
import { exitWithError } from '#server/process/start-error.ts'

const shop = new Command('shop')
  .description('Manage the database of the shop. Uses DATABASE_URL if it is set, else the embedded PostgreSQL.')
  .addCommand(userCommand())
  .addCommand(apiKeyCommand())
  .addCommand(migrateCommand())
  .addCommand(seedCommand())
  .addCommand(auditCommand())
  .addCommand(paymentsCommand())
  .addCommand(exportCommand())
  .addCommand(importCommand().addCommand(importMedusaCommand()))

await shop.parseAsync().catch(exitWithError)
