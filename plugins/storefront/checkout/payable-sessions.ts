import type { Visit } from '../site/visit.ts'

/** The payment sessions that the storefront can finish: the shop charges them itself, or the provider has a page for the customer. */
export const payableSessions = <Session extends { provider_id: string }>(
  { payments }: Visit,
  { payment_sessions = [] }: { payment_sessions?: readonly Session[] | undefined },
): Session[] =>
  payment_sessions.filter(({ provider_id }) => {
    const { remote, shownData } = payments.get(provider_id) ?? {}
    return !remote?.isPaidBeforeCompletion || !shownData?.session || shownData.session.includes('redirect_url')
  })
