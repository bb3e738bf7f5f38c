import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { PaymentLinkButton } from '#console/components/payment-link-button.tsx'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { paymentLinks } from '#console/strings/payment-links.ts'
import { DeleteRow } from '../settings/delete-row.tsx'

const PayDialog = lazyDialog(async () => (await import('./pay-dialog.tsx')).PayDialog)

export interface DraftActionsProps {
  draft: {
    id: string
    display_id: number
    total: number
    email: string | null
    payment_link_expires_at?: Date | undefined
  }
  currency: string
  onPaid(orderId: string): void
  onDeleted(): Promise<void>
}

export function DraftActions({ draft, currency, onPaid, onDeleted }: DraftActionsProps) {
  const words = draftOrders.useWords()
  const links = paymentLinks.useWords()
  const useIsOrder = () => {
    const { data } = useQuery(trpc.admin.draftOrders.get.queryOptions({ id: draft.id }))
    return data?.draft_order.status === 'completed'
  }
  return (
    <>
      <DeleteRow
        procedure={trpc.admin.draftOrders.delete}
        input={{ id: draft.id }}
        name={words.title(draft.display_id)}
        size="sm"
        restorable={{ resource: 'draft_order', id: draft.id }}
        onDone={onDeleted}
      />
      <PaymentLinkButton
        needs="draftOrders.createPaymentLink"
        text={links.title}
        size="sm"
        type="draft_order"
        row={draft}
        email={draft.email}
        useIsPaid={useIsOrder}
      />
      <DialogButton
        needs="draftOrders.pay"
        text={words.pay}
        size="sm"
        variant="filled"
        dialog={(close) => <PayDialog draft={draft} currency={currency} onPaid={onPaid} onClose={close} />}
      />
    </>
  )
}
