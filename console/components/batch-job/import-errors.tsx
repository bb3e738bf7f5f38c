import { Alert, Table } from '@mantine/core'
import { batchErrors } from '#console/strings/batch-errors.ts'
import { batchJobs } from '#console/strings/batch-jobs.ts'
import type { BatchError } from '#console/strings/import-reasons.ts'

interface ImportErrorsProps {
  errors: readonly (BatchError & { err: readonly ErrorPlace[] })[]
}

interface ErrorPlace {
  line?: number | undefined
  row?: number | undefined
  handle?: string | undefined
  sku?: string | undefined
}

const subjectOf = ({ handle, sku }: ErrorPlace) => [handle, sku].filter((part) => part !== undefined).join(' · ')

/** The problems of a file with their lines. */
export function ImportErrors({ errors }: ImportErrorsProps) {
  const words = batchJobs.useWords()
  const { batchErrorText } = batchErrors.useWords()
  const placeOf = ({ line, row }: ErrorPlace) =>
    line === undefined || row === undefined ? (line ?? []) : words.rowOfLine(row, line)
  return (
    <Alert color="red" title={words.failed} role="alert">
      <Table aria-label={words.failed} withRowBorders={false}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="8rem">{words.line}</Table.Th>
            <Table.Th>{words.product}</Table.Th>
            <Table.Th>{words.problem}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {errors.map(({ err, ...error }) => (
            <Table.Tr key={`${error.message} ${err.map(({ line }) => line).join()}`}>
              <Table.Td className="number">{err.flatMap(placeOf).slice(0, 10).join('; ') || '–'}</Table.Td>
              <Table.Td>{err.map(subjectOf).join(', ')}</Table.Td>
              <Table.Td>{batchErrorText(error)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Alert>
  )
}
