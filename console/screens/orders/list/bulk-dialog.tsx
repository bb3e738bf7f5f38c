import { Button, Group, Loader, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { shopError } from '#client/index.ts'
import { queryClient } from '#console/app/api.ts'
import { refreshOnce } from '#console/app/live/refresh-after-mutation.ts'
import { Money } from '#console/components/money.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { common } from '#console/strings/common.ts'
import { orderActions } from '#console/strings/order-actions.ts'
import { orders } from '#console/strings/orders.ts'
import { nameOfBuyer } from '../name-of-buyer.ts'
import type { BulkStep } from './bulk-steps.ts'
import type { OrderRow } from './order-columns.tsx'
import { RowPreviewText } from './row-preview-text.tsx'
import { type RowPreview, useBulkPreview } from './use-bulk-preview.ts'

interface BulkDialogProps {
  rows: readonly OrderRow[]
  step: BulkStep
  verb: string
  onRunning(isRunning: boolean): void
  onClose(): void
}

type Result = 'running' | 'done' | { error: string }

/** Shows the changes of an action for several orders. Runs it for one after another, and shows the result of each. */
export function BulkDialog({ rows, step, verb, onRunning, onClose }: BulkDialogProps) {
  const words = orderActions.useWords()
  const { close } = common.useWords()
  const textOf = useErrorText()
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  const [state, setState] = useState<'ready' | 'running' | 'finished'>('ready')
  const reasonOf = (error: unknown) => (shopError(error) || !(error instanceof Error) ? textOf(error) : error.message)
  const ids = rows.map(({ id }) => id)
  const previews = useBulkPreview(ids, { step, isEnabled: state === 'ready', textOf: reasonOf })
  const report = (id: string, result: Result) => setResults((others) => ({ ...others, [id]: result }))
  const run = async () => {
    setState('running')
    onRunning(true)
    await refreshOnce(queryClient, async () => {
      for (const { id } of rows) {
        report(id, 'running')
        try {
          await step.run(id)
          report(id, 'done')
        } catch (error) {
          report(id, { error: reasonOf(error) })
        }
      }
    })
    setState('finished')
    onRunning(false)
  }
  return (
    <Stack>
      <Rows rows={rows} results={results} previews={previews} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={state === 'running'}>
          {close}
        </Button>
        {state !== 'finished' && (
          <Button loading={state === 'running'} onClick={() => void run()} data-autofocus>
            {verb}
          </Button>
        )}
      </Group>
      <VisuallyHidden role="status">{state === 'finished' ? words.succeeded : ''}</VisuallyHidden>
    </Stack>
  )
}

interface RowsProps {
  rows: readonly OrderRow[]
  results: Readonly<Record<string, Result>>
  previews: Readonly<Record<string, RowPreview>>
}

function Rows({ rows, results, previews }: RowsProps) {
  const { number, title, customer, total, status } = orders.useWords()
  return (
    <Table.ScrollContainer minWidth={560} mah={420}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{number}</Table.Th>
            <Table.Th>{customer}</Table.Th>
            <Table.Th ta="end">{total}</Table.Th>
            <Table.Th miw="15rem">{status}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td fw={600}>{title(row.display_id)}</Table.Td>
              <Table.Td>{nameOfBuyer(row)}</Table.Td>
              <Table.Td ta="end">
                <Money amount={row.total ?? 0} currency={row.currency_code} />
              </Table.Td>
              <Table.Td>
                {results[row.id] ? (
                  <ResultText result={results[row.id]} />
                ) : (
                  <RowPreviewText id={row.id} preview={previews[row.id]} currency={row.currency_code} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function ResultText({ result }: { result: Result | undefined }) {
  const { waiting, succeeded } = orderActions.useWords()
  if (result === undefined) return null
  if (result === 'running') return <Loader size="xs" role="status" aria-label={waiting} />
  if (result === 'done') return <StatusBadge tone="good" text={succeeded} />
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {result.error}
    </Text>
  )
}
