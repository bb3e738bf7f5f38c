import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { RowTable } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { useReturnedFocus } from '#console/components/use-returned-focus.ts'
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
  useReturnedFocus()
  const words = balances.useWords()
  const { close } = common.useWords()
  const { data, error } = useQuery(
    trpc.admin.balances.listEntries.queryOptions({ id, limit: 100, order: '-created_at' }),
  )
  return (
    <Modal opened onClose={onClose} title={words.entriesOf(name)} size="lg" closeButtonProps={{ 'aria-label': close }}>
      {error ? <ErrorState error={error} /> : !data && <LoadingLines lines={3} />}
      {data && (
        <RowTable
          title={words.entriesOf(name)}
          rows={data.entries}
          columns={[
            { key: 'when', title: words.when, cell: ({ created_at }) => <Time at={created_at} /> },
            {
              key: 'reason',
              title: words.reason,
              cell: ({ reason, note }) => [words[`reason_${reason}`], note].filter(Boolean).join(' · '),
            },
            {
              key: 'amount',
              title: words.amount,
              align: 'end',
              cell: ({ amount }) => <BalanceAmount amount={amount} currency={currency_code} />,
            },
          ]}
          empty={words.noEntries}
        />
      )}
    </Modal>
  )
}
