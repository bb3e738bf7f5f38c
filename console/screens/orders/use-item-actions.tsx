import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { notifyError } from '#console/components/notify.ts'
import { useErrorText } from '#console/components/states.tsx'
import { orderActions } from '#console/strings/order-actions.ts'
import type { Order } from './order.ts'
import type { OrderAction } from './order-action.ts'
import { type ReturnableLine, useReturnableLines } from './returns/use-returnable-lines.ts'

const CreateClaimDialog = lazyDialog(async () => (await import('./claims/create-claim-dialog.tsx')).CreateClaimDialog)
const CreateExchangeDialog = lazyDialog(
  async () => (await import('./exchanges/create-exchange-dialog.tsx')).CreateExchangeDialog,
)
const RequestReturnDialog = lazyDialog(
  async () => (await import('./returns/request-return-dialog.tsx')).RequestReturnDialog,
)

/** The actions on packed items. If the quantities cannot be read, each action shows the error and reads them again. */
export function useItemActions(order: Order): OrderAction[] {
  const words = orderActions.useWords()
  const textOf = useErrorText()
  const { lines, error, retry } = useReturnableLines(order)
  const claimableLines = lines.filter(({ variant_id }) => variant_id)
  const showError = () => {
    notifyError(textOf(error))
    retry()
  }
  const stateOf = (offered: readonly ReturnableLine[]) => ({
    isPossible: order.status !== 'canceled' && (error !== null || offered.length > 0),
    ...(error === null ? {} : { run: showError }),
  })
  return [
    {
      text: words.requestReturn,
      procedure: 'orders.requestReturn',
      ...stateOf(lines),
      dialog: (close) => <RequestReturnDialog order={order} lines={lines} onClose={close} />,
    },
    {
      text: words.createExchange,
      procedure: 'orders.createSwap',
      ...stateOf(lines),
      dialog: (close) => <CreateExchangeDialog order={order} lines={lines} onClose={close} />,
    },
    {
      text: words.createClaim,
      procedure: 'orders.createClaim',
      ...stateOf(claimableLines),
      dialog: (close) => <CreateClaimDialog order={order} lines={claimableLines} onClose={close} />,
    },
  ]
}
