import { DomainError, type Markup, NotFound } from 'cartwright'
import { z } from 'zod'
import type { LinkedPayment } from '../api.ts'
import { errorPage } from '../shell/error-page.ts'
import { messageOf } from '../site/messages.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { isDecline } from './is-decline.ts'
import { renderInvalidLink, renderLink, renderPaid, renderReturn } from './link-pages.ts'
import { isAtProvider, leadToProvider, showPaymentInProgress } from './provider-page.ts'

const token = z.string().max(2000).catch('')
const query = z.object({ token, returned: z.string().optional().catch(undefined) })

/** The customer reviews a draft order, an order or an exchange at its payment link. */
export const linkPayment = page('/pay', { input: query, isListed: false }, (visit, { input }) =>
  withLink(visit, input.token, async (link) => {
    if (link.status === 'paid') return showPaid(visit, link)
    const isReturning = input.returned !== undefined && isAtProvider(sessionsOf(link))
    return isReturning ? renderReturn(visit, input.token, link) : renderLink(visit, { token: input.token, link })
  }),
)

const payment = z.object({
  token,
  /** Empty after the return from the page of a provider. */
  provider: z.string().max(100).optional().catch(undefined),
  total: z.coerce.number().int().catch(-1),
})

export const payLink = form('/pay', payment, async (visit, { input: { token, provider, total } }) => {
  const { store, texts, path, language } = visit
  try {
    if (provider) await store.paymentLinks.choosePayment({ token, provider_id: provider })
    const address = path(payPathOf(token))
    const page = { return_url: `${address}&returned=1`, cancel_url: address, locale: language.code }
    const { payment_link: link } = await store.paymentLinks.complete({ token, total, ...page })
    return await leadOn(visit, token, link)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return withLink(visit, token, (link) => {
      if (link.status === 'paid') return seeOther(visit, paidPathOf(token, link))
      const isChanged = error.reason?.name === 'total_changed'
      const { totalChanged, declined } = texts.checkout
      const other = isDecline(error) ? declined : messageOf(texts, error, link.cart?.items)
      return explain(visit, { token, link, error: isChanged ? totalChanged : other })
    })
  }
})

async function leadOn(visit: Visit, token: string, link: LinkedPayment): Promise<Response> {
  const { payment_session: session, status } = link
  if (status === 'paid') return seeOther(visit, paidPathOf(token, link))
  if (session?.status === 'pending') return showPaymentInProgress(visit)
  const led = session?.status === 'requires_more' && (await leadToProvider(visit, { payment_session: session }))
  if (led) return led
  // The payment can cover less than the amount due, so the page shows the rest.
  if (status === 'promised' || session?.status === 'authorized') return seeOther(visit, payPathOf(token))
  return explain(visit, { token, link, error: visit.texts.checkout.declined })
}

const payPathOf = (token: string): string => `/pay?token=${encodeURIComponent(token)}`

/** A paid draft order has become an order. */
const paidPathOf = (token: string, { type, order_id }: LinkedPayment): string =>
  type === 'draft_order' ? `/orders/${order_id}?thanks` : payPathOf(token)

const showPaid = (visit: Visit, link: LinkedPayment) =>
  link.type === 'draft_order' ? seeOther(visit, paidPathOf('', link)) : renderPaid(visit, link)

const sessionsOf = ({ payment_session }: LinkedPayment) => ({
  payment_sessions: payment_session?.status === 'requires_more' ? [payment_session] : [],
})

const explain = async (
  visit: Visit,
  content: { token: string; link: LinkedPayment; error: string },
): Promise<Response> => refused(await renderLink(visit, content))

async function withLink(
  visit: Visit,
  token: string,
  show: (link: LinkedPayment) => Promise<Markup | Response> | Response,
): Promise<Markup | Response> {
  try {
    const { payment_link } = await visit.store.paymentLinks.get({ token: token || '-' })
    return await show(payment_link)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return error.reason?.name === 'payment_link_invalid' ? renderInvalidLink(visit) : errorPage(visit, error)
  }
}
