import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { orderTimeline } from '#console/strings/order-timeline.ts'

const ResendDialog = lazyDialog(async () => (await import('../../activity/resend-dialog.tsx')).ResendDialog)

interface ResendMailProps {
  id: string
  to: string
  /** The name of the mail for screen readers. */
  name: string
}

/** Sends a mail of the order again, also to another address. */
export function ResendMail({ id, to, name }: ResendMailProps) {
  const words = orderTimeline.useWords()
  return (
    <DialogButton
      needs="notifications.resend"
      text={words.sendAgain}
      label={words.sendAgainOf(name)}
      size="compact-xs"
      variant="subtle"
      color="gray"
      ms="xs"
      dialog={(close) => <ResendDialog id={id} to={to} onClose={close} />}
    />
  )
}
