import { Conflict, capturePayment, DomainError, Payment, type PluginContext } from 'cartwright'

/** Records the captures that Stripe made when the customer paid, also if the webhook never arrives. */
export async function capturePaidIntents(
  { em, providers }: PluginContext,
  owner: { order_id: string } | { swap_id: string },
): Promise<void> {
  const payments = await em.find(Payment, { ...owner, captured_at: null, canceled_at: null })
  for (const { id } of payments.filter(isCapturedByStripe)) {
    try {
      await capturePayment(em, providers.payment, id)
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof Conflict) throw error
    }
  }
}

const isCapturedByStripe = ({ provider_id, data }: Payment): boolean =>
  /^stripe(-|$)/.test(provider_id) && data.status === 'succeeded'
