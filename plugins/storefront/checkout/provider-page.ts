import { html, redirect } from 'cartwright'
import { renderPage } from '../shell/render-page.ts'
import type { Visit } from '../site/visit.ts'

/** Where the page of a provider leads the customer. */
export const pageAddresses = ({ path, language }: Visit) => ({
  return_url: path('/checkout/return'),
  cancel_url: path('/checkout/payment'),
  locale: language.code,
})

interface Session {
  data: Record<string, unknown>
}

const pageOf = ({ data }: Session): string | undefined =>
  typeof data.redirect_url === 'string' ? data.redirect_url : undefined

/** Whether the customer has ordered, and pays on the page of a provider. */
export const isAtProvider = ({ payment_sessions = [] }: { payment_sessions?: readonly Session[] }): boolean =>
  payment_sessions.some((session) => pageOf(session) !== undefined)

/** A provider with a page for the customer names it in the data of its session. */
export async function leadToProvider(
  visit: Visit,
  { payment_session }: { payment_session?: Session | null },
): Promise<Response | undefined> {
  const address = payment_session && pageOf(payment_session)
  if (!address) return undefined
  if (address.startsWith('/')) return redirect(address)
  return URL.parse(address)?.protocol === 'https:' ? leadToOtherSite(visit, address) : undefined
}

/** The policy of the pages (`form-action`) stops a form that redirects to another site, so a page between them leads on. */
async function leadToOtherSite(visit: Visit, leadsTo: string): Promise<Response> {
  const { toProvider, continueToProvider } = visit.texts.checkout
  const main = html`<div class="message"><h1>${toProvider}</h1>
<p><a class="button" href="${leadsTo}">${continueToProvider}</a></p></div>`
  const page = await renderPage(visit, { title: toProvider, main, isListed: false, isFocused: true, leadsTo })
  return page.response()
}

/** A bank can need days. A second payment would be one too many. */
export async function showPaymentInProgress(visit: Visit): Promise<Response> {
  const { texts, path } = visit
  const { inProgress, inProgressLead } = texts.checkout
  const main = html`<div class="message"><h1>${inProgress}</h1><p class="lead">${inProgressLead}</p>
<p><a class="button" href="${path('/')}">${texts.cart.more}</a></p></div>`
  return (await renderPage(visit, { title: inProgress, main, isListed: false, isFocused: true })).response()
}
