import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useBalanceKinds } from '#console/app/use-balance-kinds.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { balances } from '#console/strings/balances.ts'
import { BalanceAmount } from './balance-amount.tsx'

const AdjustDialog = lazyDialog(async () => (await import('./adjust-dialog.tsx')).AdjustDialog)
const CreditLimitDialog = lazyDialog(async () => (await import('./credit-limit-dialog.tsx')).CreditLimitDialog)
const EntriesDialog = lazyDialog(async () => (await import('./entries-dialog.tsx')).EntriesDialog)

export type Balance = RouterOutputs['admin']['balances']['list']['balances'][number]

/** The balances of a customer. Absent if no plugin of the shop declares a kind. */
export function BalancesSection({ customerId }: { customerId: string }) {
  const words = balances.useWords()
  const kinds = useBalanceKinds()
  const { data, error } = useQuery(
    trpc.admin.balances.list.queryOptions({ customer_id: customerId, limit: 200 }, { enabled: kinds.length > 0 }),
  )
  if (kinds.length === 0) return null
  const nameOf = ({ kind }: Balance) => kinds.find((one) => one.kind === kind)?.name ?? kind
  const limitOf = ({ lowest_balance, currency_code }: Balance) =>
    lowest_balance < 0 ? <BalanceAmount amount={-lowest_balance} currency={currency_code} /> : '–'
  const hasLimits = kinds.some(({ has_credit_limit }) => has_credit_limit)
  return (
    <TableSection
      title={words.balances}
      actions={
        <>
          {hasLimits && (
            <DialogButton
              needs="balances.setCreditLimit"
              text={words.setLimit}
              dialog={(close) => <CreditLimitDialog customerId={customerId} kinds={kinds} onClose={close} />}
            />
          )}
          <DialogButton
            needs="balances.adjust"
            text={words.adjust}
            dialog={(close) => <AdjustDialog customerId={customerId} kinds={kinds} onClose={close} />}
          />
        </>
      }
      error={error}
      rows={data?.balances}
      columns={[
        { key: 'kind', title: words.kind, cell: nameOf },
        ...(hasLimits ? [{ key: 'limit', title: words.limit, align: 'end' as const, cell: limitOf }] : []),
        {
          key: 'balance',
          title: words.balance,
          align: 'end',
          cell: ({ balance, currency_code }) => <BalanceAmount amount={balance} currency={currency_code} />,
        },
      ]}
      buttons={(balance) => (
        <DialogButton
          needs="balances.listEntries"
          text={words.entries}
          label={words.entriesOf(nameOf(balance))}
          dialog={(close) => <EntriesDialog balance={balance} name={nameOf(balance)} onClose={close} />}
        />
      )}
      empty={words.empty}
    />
  )
}
