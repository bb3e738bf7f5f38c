import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { DialogButton } from './action/dialog-button.tsx'
import type { PaymentLinkDialogProps } from './payment-link-dialog.tsx'

const PaymentLinkDialog = lazyPart(async () => (await import('./payment-link-dialog.tsx')).PaymentLinkDialog)

type LinkDialogProps = Pick<PaymentLinkDialogProps, 'type' | 'row' | 'email'> & {
  /** Whether the customer has paid, also while the dialog is open. */
  useIsPaid(): boolean
}

type PaymentLinkButtonProps = Pick<ComponentProps<typeof DialogButton>, 'needs' | 'text' | 'size'> & LinkDialogProps

/** A button that opens the dialog for payment links. The dialog loads when it opens. */
export function PaymentLinkButton({ type, row, email, useIsPaid, ...button }: PaymentLinkButtonProps) {
  return (
    <DialogButton {...button} dialog={(close) => <LinkDialog {...{ type, row, email, useIsPaid }} onClose={close} />} />
  )
}

function LinkDialog({ useIsPaid, ...props }: LinkDialogProps & { onClose(): void }) {
  const isPaid = useIsPaid()
  return (
    <Suspense>
      <PaymentLinkDialog {...props} isPaid={isPaid} />
    </Suspense>
  )
}
