import { DomainError, html, type Markup } from 'cartwright'
import { z } from 'zod'
import { field, HONEYPOT, honeypot } from '../shell/field.ts'
import { renderPage } from '../shell/render-page.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { passwordError, passwordField } from './password-field.ts'

const text = z.string().trim().max(1000).default('')

export const forgotten = page('/account/forgotten', {}, (visit) => renderForgotten(visit))

/** The answer is the same for an address without an account. */
export const requestPassword = form(
  '/account/forgotten',
  z.object({ email: text, [HONEYPOT]: text }),
  async (visit, { input: { email, [HONEYPOT]: trap } }) => {
    const { texts, store } = visit
    if (!z.email().safeParse(email).success) return refused(await renderForgotten(visit, { error: texts.errors.email }))
    if (trap === '') await store.customers.requestPasswordReset({ email })
    return renderForgotten(visit, { notice: texts.account.sent(email) })
  },
)

function renderForgotten(visit: Visit, { error, notice }: { error?: string; notice?: string } = {}): Promise<Markup> {
  const { texts, path } = visit
  const { account, checkout } = texts
  const main = html`<div class="narrow"><h1>${account.forgotten}</h1>
${
  notice
    ? html`<p class="notice" role="status">${notice}</p>`
    : html`<p class="lead">${account.forgottenLead}</p>
<form class="fields" method="post" action="${path('/account/forgotten')}" novalidate>
${field(visit, { name: 'email', label: checkout.email, error, type: 'email', autocomplete: 'username' })}
${honeypot(visit)}
<button class="button button-wide">${account.send}</button></form>`
}</div>`
  return renderPage(visit, { title: account.forgotten, main, isListed: false })
}

const link = z.object({ token: z.string().max(5000).catch(''), email: z.string().max(1000).catch('') })

/** The link of the e-mail. */
export const reset = page('/reset-password', { input: link }, (visit, { input }) => renderReset(visit, input))

const newPassword = z.object({ token: z.string().max(5000), email: text, password: z.string().max(1000).default('') })

export const resetPassword = form('/reset-password', newPassword, async (visit, { input }) => {
  const { texts, store } = visit
  const weak = passwordError(texts, input.password)
  if (weak) return refused(await renderReset(visit, { ...input, passwordError: weak }))
  try {
    await store.customers.resetPassword(input)
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind === 'too_many_requests') throw error
    return refused(await renderReset(visit, { ...input, error: texts.account.oldLink }))
  }
  return seeOther(visit, '/account/login')
})

interface ResetContent {
  token: string
  email: string
  error?: string
  passwordError?: string
}

function renderReset(visit: Visit, { token, email, error, ...errors }: ResetContent): Promise<Markup> {
  const { texts, path } = visit
  const { account } = texts
  const main = html`<div class="narrow"><h1>${account.newPassword}</h1>
${error && html`<p class="error" role="alert">${error} <a href="${path('/account/forgotten')}">${account.forgotten}</a></p>`}
<form class="fields" method="post" action="${path('/reset-password')}" novalidate>
<input type="hidden" name="token" value="${token}"><input type="hidden" name="email" value="${email}">
${passwordField(visit, errors.passwordError)}
<button class="button button-wide">${account.save}</button></form></div>`
  return renderPage(visit, { title: account.newPassword, main, isListed: false })
}
