import { Modal, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { Time } from '#console/components/time.tsx'
import { balances } from '#console/strings/balances.ts'
import { common } from '#console/strings/common.ts'
import { BalanceAmount } from './balance-amount.tsx'
import type { Balance } from './balances-section.tsx'

interface EntriesDialogProps {
  balance: Balance
  name: string
  onClose(): void
}

/** The latest entries of a balance. */
export function EntriesDialog({ balance: { id, currency_code }, name, onClose }: EntriesDialogProps) {
  const words = balances.useWords()
  const { close } = common.useWords()
  const { data, error } = useQuery(
    trpc.admin.balances.listEntries.queryOptions({ id, limit: 100, order: '-created_at' }),
  )
  return (
    <Modal opened onClose={onClose} title={words.entriesOf(name)} size="lg" closeButtonProps={{ 'aria-label': close }}>
      {error ? <ErrorState error={error} /> : !data && <LoadingLines lines={3} />}
      {data?.entries.length === 0 && <Text size="sm">{words.noEntries}</Text>}
      {data && data.entries.length > 0 && (
        <Table aria-label={words.entriesOf(name)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.when}</Table.Th>
              <Table.Th scope="col">{words.reason}</Table.Th>
              <Table.Th scope="col" ta="end">
                {words.amount}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.entries.map((entry) => (
              <Table.Tr key={entry.id}>
                <Table.Td>
                  <Time at={entry.created_at} />
                </Table.Td>
                <Table.Td>
                  {words[`reason_${entry.reason}`]}
                  {entry.note && ` · ${entry.note}`}
                </Table.Td>
                <Table.Td ta="end">
                  <BalanceAmount amount={entry.amount} currency={currency_code} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Modal>
  )
}
