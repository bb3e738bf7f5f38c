import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Allowed } from '#console/components/allowed.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { PaymentLinkButton } from '#console/components/payment-link-button.tsx'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { paymentLinks } from '#console/strings/payment-links.ts'

const PayDialog = lazyDialog(async () => (await import('./pay-dialog.tsx')).PayDialog)

export interface DraftActionsProps {
  draft: { id: string; total: number; email: string | null; payment_link_expires_at?: Date | undefined }
  currency: string
  onPaid(orderId: string): void
  onDeleted(): void
}

export function DraftActions({ draft, currency, onPaid, onDeleted }: DraftActionsProps) {
  const words = draftOrders.useWords()
  const links = paymentLinks.useWords()
  const confirm = useConfirm()
  const remove = useMutation(
    trpc.admin.draftOrders.delete.mutationOptions({
      onSuccess: () => {
        notifyDone(words.removed)
        onDeleted()
      },
    }),
  )
  const useIsOrder = () => {
    const { data } = useQuery(trpc.admin.draftOrders.get.queryOptions({ id: draft.id }))
    return data?.draft_order.status === 'completed'
  }
  const ask = async () => {
    const question = { title: words.removeTitle, text: words.removeText, action: words.remove, isDangerous: true }
    if (await confirm(question)) remove.mutate({ id: draft.id })
  }
  return (
    <>
      <Allowed needs="draftOrders.delete">
        <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
          {words.remove}
        </Button>
      </Allowed>
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
