import { type ComponentProps, lazy, Suspense } from 'react'
import { DialogButton } from './action/dialog-button.tsx'
import type { PaymentLinkDialogProps } from './payment-link-dialog.tsx'

const PaymentLinkDialog = lazy(async () => ({
  default: (await import('./payment-link-dialog.tsx')).PaymentLinkDialog,
}))

type PaymentLinkButtonProps = Pick<ComponentProps<typeof DialogButton>, 'needs' | 'text' | 'size'> &
  Pick<PaymentLinkDialogProps, 'type' | 'row' | 'email'>

/** A button that opens the dialog for payment links. The dialog loads when it opens. */
export function PaymentLinkButton({ type, row, email, ...button }: PaymentLinkButtonProps) {
  return (
    <DialogButton
      {...button}
      dialog={(close) => (
        <Suspense>
          <PaymentLinkDialog type={type} row={row} email={email} onClose={close} />
        </Suspense>
      )}
    />
  )
}
