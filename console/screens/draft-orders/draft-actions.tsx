import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { ActionDialog } from '#console/components/action/action-dialog.tsx'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { useAction } from '#console/components/action/use-action.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { formatMoney } from '#console/components/money.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { PaymentLinkButton } from '#console/components/payment-link-button.tsx'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { paymentLinks } from '#console/strings/payment-links.ts'

interface DraftActionsProps {
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

type PayDialogProps = Pick<DraftActionsProps, 'draft' | 'currency' | 'onPaid'> & { onClose(): void }

function PayDialog({ draft, currency, onPaid, onClose }: PayDialogProps) {
  const words = draftOrders.useWords()
  const action = useAction({
    procedure: trpc.admin.draftOrders.pay,
    input: { id: draft.id },
    onDone: ({ order }) => {
      notifyDone(words.paid)
      onClose()
      onPaid(order.id)
    },
  })
  return (
    <ActionDialog action={action} title={words.payTitle} verb={words.pay} onClose={onClose}>
      <Text size="sm">{words.payText(formatMoney(draft.total, currency))}</Text>
    </ActionDialog>
  )
}
