import { List, Table, Text, Title } from '@mantine/core'
import { batchErrors } from '#console/strings/batch-errors.ts'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import type { BatchError } from '#console/strings/import-reasons.ts'
import type { Job } from './use-batch-job.ts'

/** The changes that an import will make, known after its check. */
export function ImportReport({ job }: { job: Job }) {
  const words = batchJobs.useWords()
  const names: Record<string, string> = {
    PRODUCT_CREATE: words.productCreate,
    PRODUCT_UPDATE: words.productUpdate,
    VARIANT_CREATE: words.variantCreate,
    VARIANT_UPDATE: words.variantUpdate,
    PRODUCT_DELETE: words.productDelete,
    PRODUCT_RESTORE: words.productRestore,
    CUSTOMER_CREATE: words.customerCreate,
    CUSTOMER_UPDATE: words.customerUpdate,
    CUSTOMER_DELETE: words.customerDelete,
    PAST_ORDER_CREATE: words.pastOrderCreate,
    PAST_ORDER_UPDATE: words.pastOrderUpdate,
    PAST_ORDER_DELETE: words.pastOrderDelete,
  }
  const operations = Object.entries(job.result?.operations ?? {})
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {words.report}
      </Title>
      {operations.length === 0 ? (
        <Text size="sm">{words.rowsToImport(job.result?.count ?? 0)}</Text>
      ) : (
        <Table aria-label={words.report} maw={420}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.change}</Table.Th>
              <Table.Th ta="end">{words.count}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {operations.map(([name, count]) => (
              <Table.Tr key={name}>
                <Table.Td>{names[name] ?? name}</Table.Td>
                <Table.Td ta="end" className="number">
                  {count}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <ImportNotices notices={job.result?.notices ?? []} />
    </div>
  )
}

interface ImportNoticesProps {
  notices: readonly BatchError[]
}

/** Further effects of an import, such as erased values. */
export function ImportNotices({ notices }: ImportNoticesProps) {
  const { batchErrorText } = batchErrors.useWords()
  if (notices.length === 0) return null
  return (
    <List size="sm" mt="xs">
      {notices.map((notice) => (
        <List.Item key={notice.message}>{batchErrorText(notice)}</List.Item>
      ))}
    </List>
  )
}
