import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import type { z } from 'zod'
import { parseFileKey } from '#entities/platform/file/file-key.ts'
import { StartError } from '#server/base/start-error.ts'
import { Mapping } from '#server/batch-types/mapping-context.ts'
import type { WithShop } from '#server/process/with-shop.ts'
import { type BatchJobShop, executeBatchJob, type JobRequest, openBatchJobShop } from './execute-batch-job.ts'
import { REPORT_OPTION } from './job-report.ts'
import { customersCommand, pastOrdersCommand } from './old-shop.ts'
import { printDryRun, printNotices, withImportFile } from './run-import.ts'

export function exportCommand(withShop: WithShop): Command {
  const command = new Command('export').description('Export data of the shop as CSV')
  command
    .command('products')
    .description('Export all products with their variants and prices')
    .requiredOption('--out <file>', 'file to write')
    .option('--template', 'write two example products in the currencies of the shop instead')
    .action(({ out, template = false }: { out: string; template?: boolean }) =>
      withShop(async (opened) => {
        const shop = await openBatchJobShop(opened)
        const { result } = await executeBatchJob(shop, {
          type: 'product-export',
          context: { byte_order_mark: true, template },
        })
        const key = parseFileKey(result?.file_key as string)
        await pipeline(await shop.files.read(key), createWriteStream(out))
        await shop.files.delete(key)
        console.log(`${result?.count} products written to ${out}`)
      }),
    )
  return command
}

export function importCommand(withShop: WithShop): Command {
  const command = new Command('import').description(
    'Import products, customers or past orders from a file, or a whole Medusa v1 shop',
  )
  command
    .command('products')
    .description('Create and update products from a file, in one transaction')
    .argument(
      '<file>',
      'CSV file of `export products`, Shopify, WooCommerce, Magento, Medusa 2, Vendure, or a Google feed',
    )
    .option('--dry-run', 'print the changes without saving them')
    .option('--new-ids', 'create new products and variants for unknown ids, as in the export of another shop')
    .option('--create-missing', 'create the collections, categories and sales channels that the shop does not have')
    .option('--currency <code>', 'currency of prices that name none, as in files of other shops')
    .option('--tax-included', 'prices include tax. The import is refused if the shop stores them without tax')
    .option(
      '--tax-class <class=rate>',
      'tax rate of a tax class of the file by its code or id, such as `reduced-rate=de-7`. Repeat it for further rates',
      collectTaxClass,
      {},
    )
    .option('--no-pictures', 'leave the pictures of other programs on their servers')
    .option('--mapping <file>', 'JSON file with the field of each column, for a table that no program wrote')
    .option('--no-tax-included', 'prices do not include tax')
    .option(...REPORT_OPTION)
    .action(
      (
        file: string,
        {
          dryRun = false,
          newIds,
          createMissing,
          currency,
          taxIncluded,
          taxClass,
          pictures,
          mapping,
          report,
        }: ImportFlags,
      ) =>
        withImportFile(withShop, file, async (shop, fileKey) => {
          const choices = {
            currency,
            tax_included: taxIncluded,
            tax_classes: taxClass,
            ...(pictures === false ? { fetch_pictures: false } : {}),
            ...(mapping === undefined ? {} : { mapping: await readMapping(mapping) }),
          }
          const context = { fileKey, new_ids: newIds, create_missing: createMissing, ...choices }
          await (dryRun
            ? printDryRun(shop, { type: 'product-import', context, report })
            : importProducts(shop, context, report))
        }),
    )
  command.addCommand(customersCommand(withShop))
  command.addCommand(pastOrdersCommand(withShop))
  return command
}

interface ImportFlags {
  dryRun?: boolean
  newIds?: boolean
  createMissing?: boolean
  currency?: string
  taxIncluded?: boolean
  taxClass?: Record<string, string[]>
  pictures?: boolean
  mapping?: string
  report?: string
}

/** @throws StartError without a name and a rate. */
function collectTaxClass(text: string, known: Record<string, string[]>): Record<string, string[]> {
  const [, name = '', rate = ''] = /^(.+)=([^=]+)$/.exec(text) ?? []
  if (name === '') throw new StartError(`--tax-class ${text} names no rate. Write --tax-class reduced-rate=de-7.`)
  return { ...known, [name]: [...(known[name] ?? []), rate] }
}

/** @throws StartError if the file is not `{ "columns": { "Preis": "Price" } }`. */
async function readMapping(file: string): Promise<z.output<typeof Mapping>> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`File not found: ${file}`)
  })
  const { data } = Mapping.safeParse(parseJson(text))
  if (!data) throw new StartError(`${file} is no mapping. Write { "columns": { "Preis": "Price", "Notes": null } }.`)
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

async function importProducts(
  shop: BatchJobShop,
  context: JobRequest['context'],
  report: string | undefined,
): Promise<void> {
  const { result } = await executeBatchJob(shop, { type: 'product-import', context, report })
  const { PRODUCT_CREATE, PRODUCT_UPDATE, VARIANT_CREATE, VARIANT_UPDATE } = result?.operations ?? {}
  console.log(
    `Products: ${PRODUCT_CREATE} created, ${PRODUCT_UPDATE} updated. Variants: ${VARIANT_CREATE} created, ${VARIANT_UPDATE} updated.`,
  )
  printNotices(result)
}
