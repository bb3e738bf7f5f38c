import { Command } from 'commander'
import type { WithShop } from '#server/process/with-shop.ts'
import { type BatchJobShop, executeBatchJob, type JobRequest } from './execute-batch-job.ts'
import { REPORT_OPTION } from './job-report.ts'
import { printDryRun, printNotices, withImportFile } from './run-import.ts'

interface CustomerFlags {
  dryRun?: boolean
  groups?: boolean
  report?: string
}

export const customersCommand = (withShop: WithShop): Command =>
  new Command('customers')
    .description('Create and update customers from a file, in one transaction')
    .argument('<file>', 'CSV file with the customers of Shopify or WooCommerce')
    .option('--dry-run', 'print the changes without saving them')
    .option('--groups', 'add customers to a group for each tag, and create missing groups')
    .option(...REPORT_OPTION)
    .action((file: string, { dryRun, groups, report }: CustomerFlags) =>
      withImportFile(withShop, file, (shop, fileKey) =>
        runImport(shop, {
          type: 'customer-import',
          context: { fileKey, tags_to_groups: groups },
          dry_run: dryRun,
          report,
        }),
      ),
    )

interface OrderFlags {
  dryRun?: boolean
  currency?: string
  timeZone?: string
  report?: string
}

export const pastOrdersCommand = (withShop: WithShop): Command =>
  new Command('past-orders')
    .description('Create and update orders of the old shop, which this shop only shows')
    .argument('<file>', 'CSV file with the orders of Shopify or WooCommerce')
    .option('--dry-run', 'print the changes without saving them')
    .option('--currency <code>', 'currency of a file that names none')
    .option('--time-zone <name>', 'time zone of the old shop, such as Europe/Berlin, for times that name none')
    .option(...REPORT_OPTION)
    .action((file: string, { dryRun, currency, timeZone: time_zone, report }: OrderFlags) =>
      withImportFile(withShop, file, (shop, fileKey) =>
        runImport(shop, {
          type: 'past-order-import',
          context: { fileKey, currency, time_zone },
          dry_run: dryRun,
          report,
        }),
      ),
    )

async function runImport(shop: BatchJobShop, request: JobRequest): Promise<void> {
  if (request.dry_run) return printDryRun(shop, request)
  const { result } = await executeBatchJob(shop, request)
  for (const [name, count] of Object.entries(result?.operations ?? {})) console.log(`${DONE[name] ?? name}: ${count}`)
  printNotices(result)
}

const DONE: Readonly<Record<string, string>> = {
  CUSTOMER_CREATE: 'Customers created',
  CUSTOMER_UPDATE: 'Customers updated',
  PAST_ORDER_CREATE: 'Past orders created',
  PAST_ORDER_UPDATE: 'Past orders updated',
}
