import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { openTable } from '#entities/catalogue/import-export/csv/open-table.ts'
import { processInBatches } from '#entities/catalogue/import-export/csv/process-in-batches.ts'
import type { ReadFile } from '#entities/catalogue/import-export/csv/read-csv.ts'
import { ForeignFile } from '#entities/catalogue/import-export/dialects/foreign-file.ts'
import { TranslationNotes } from '#entities/catalogue/import-export/dialects/translation-notes.ts'
import { fileNotices, importNotice } from '#entities/catalogue/import-export/import-notice.ts'
import type { BatchNotice } from '#entities/platform/batch-job/batch-job.ts'
import { OLD_PROGRAMS, type OldProgram } from '../old-program.ts'
import { droppedColumns } from '../reading/dropped-columns.ts'
import { findCountries } from '../reading/find-countries.ts'
import { recognize } from '../reading/open-old-file.ts'
import { applyCustomers } from './apply-customers.ts'
import { applyGroups, groupNotices } from './apply-groups.ts'
import { readCustomers } from './read-customers.ts'
import { shopifyCustomers } from './shopify.ts'
import { createCustomerTable, resolveCustomers, stageCustomers } from './staged-customers.ts'
import { woocommerceCustomers } from './woocommerce.ts'

const DIALECTS = [shopifyCustomers, woocommerceCustomers]

export interface CustomerImport {
  read: ReadFile
  /** Adds the customers to a group for each tag, and creates missing groups. */
  tags_to_groups?: boolean | undefined
  reportProgress(rows: number): Promise<void>
}

export interface StagedCustomers {
  source: OldProgram
  hasGroups: boolean
  operations: { CUSTOMER_CREATE: number; CUSTOMER_UPDATE: number }
  /** Names everything that the import leaves out or changes. */
  notices: BatchNotice[]
}

/** Reads the file into a temporary table of the transaction, locks the accounts that it names, and compares them. */
export async function stageCustomerFile(em: EntityManager, order: CustomerImport): Promise<StagedCustomers> {
  await using table = await openTable(order.read, () => false)
  const dialect = recognize(table, { dialects: DIALECTS, data: 'customers' })
  const { source } = dialect
  const [file, notes] = [new ForeignFile(table), new TranslationNotes()]
  await createCustomerTable(em)
  const rows = readCustomers({ dialect, file, notes, countryOf: await findCountries(em) })
  await processInBatches(
    rows,
    (row) => row,
    async (staged, count) => {
      await stageCustomers(em, staged)
      await order.reportProgress(count)
    },
  )
  await resolveCustomers(em)
  const [counted] = await countCustomers(em)
  const { all, created, updated, kept, kept_emails, updated_emails } = counted!
  const hasGroups = order.tags_to_groups === true
  return {
    source,
    hasGroups,
    operations: { CUSTOMER_CREATE: created, CUSTOMER_UPDATE: updated },
    notices: [
      importNotice({ name: 'import_customers_recognized', program: OLD_PROGRAMS[source], customers: all }),
      ...(kept > 0 ? [importNotice({ name: 'import_accounts_kept', count: kept, emails: kept_emails })] : []),
      ...(updated > 0
        ? [importNotice({ name: 'import_customers_changed', count: updated, emails: updated_emails })]
        : []),
      ...(hasGroups ? await groupNotices(em) : []),
      ...notes.notices(),
      ...droppedColumns(file),
      ...fileNotices(table),
    ],
  }
}

/** Creates and changes the staged customers. They have accounts without a password. No event announces them. */
export async function importStagedCustomers(
  em: EntityManager,
  { source, hasGroups }: Pick<StagedCustomers, 'source' | 'hasGroups'>,
  batchJobId: string,
): Promise<StagedCustomers['operations']> {
  const operations = await applyCustomers(em, { source, batchJobId })
  if (hasGroups) await applyGroups(em)
  return operations
}

const emailsWhere = (condition: string) =>
  `(select string_agg(email, ', ' order by line) from (select * from old_customer where ${condition} order by line limit 20) first)`

const countCustomers = statement<{
  all: number
  created: number
  updated: number
  kept: number
  kept_emails: string
  updated_emails: string
}>(`
  select count(*)::int as all, count(*) filter (where target is null)::int as created,
    count(*) filter (where is_changed)::int as updated, count(*) filter (where is_kept)::int as kept,
    ${emailsWhere('is_kept')} as kept_emails, ${emailsWhere('is_changed')} as updated_emails
  from old_customer`)
