import { DomainError, html, type Markup } from 'cartwright'
import { z } from 'zod'
import { field, HONEYPOT, honeypot } from '../shell/field.ts'
import { renderPage } from '../shell/render-page.ts'
import { messageOf } from '../site/messages.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { keepWish } from '../wishlist/keep-wish.ts'
import { backPath } from './login.ts'
import { passwordError, passwordField } from './password-field.ts'

export const register = page(
  '/account/register',
  { input: z.object({ back: backPath }) },
  (visit, { input: { back } }) =>
    visit.isLoggedIn ? seeOther(visit, back) : renderRegister(visit, { values: { ...NOTHING, back }, errors: {} }),
)

const text = z.string().trim().max(1000).default('')
const input = z.object({
  ...{ first_name: text, last_name: text, email: text, password: z.string().max(1000).default('') },
  ...{ back: backPath, [HONEYPOT]: z.string().max(1000).default('') },
})
type Input = Omit<z.output<typeof input>, typeof HONEYPOT>
type Errors = Partial<Record<'first_name' | 'last_name' | 'email' | 'password', string>>

const NOTHING = { first_name: '', last_name: '', email: '', password: '' }

export const createAccount = form(
  '/account/register',
  input,
  async (visit, { input: { [HONEYPOT]: trap, ...values } }) => {
    if (trap !== '') return seeOther(visit, '/')
    const errors = errorsOf(visit, values)
    if (Object.keys(errors).length > 0) return refused(await renderRegister(visit, { values, errors }))
    const { back, ...account } = values
    try {
      const { customer } = await visit.store.customers.register(account)
      return seeOther(visit, await keepWish(visit, customer.id, back))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const message = error.kind === 'duplicate_error' ? visit.texts.account.taken : messageOf(visit.texts, error)
      return refused(await renderRegister(visit, { values, errors: {}, error: message }))
    }
  },
)

function errorsOf({ texts }: Visit, { first_name, last_name, email, password }: Input): Errors {
  const { errors, checkout } = texts
  const weak = passwordError(texts, password)
  return {
    ...(first_name === '' && { first_name: errors.required(checkout.firstName) }),
    ...(last_name === '' && { last_name: errors.required(checkout.lastName) }),
    ...(!z.email().safeParse(email).success && { email: errors.email }),
    ...(weak && { password: weak }),
  }
}

interface RegisterContent {
  values: Input
  errors: Errors
  error?: string
}

function renderRegister(visit: Visit, { values, errors, error }: RegisterContent): Promise<Markup> {
  const { texts, path } = visit
  const { account, checkout } = texts
  const { first_name, last_name, email, back } = values
  const main = html`<div class="narrow"><h1>${account.register}</h1><p class="lead">${account.registerLead}</p>
${error && html`<p class="error" role="alert">${error}</p>`}
<form class="fields" method="post" action="${path('/account/register')}" novalidate><input type="hidden" name="back" value="${back}">
${field(visit, { name: 'first_name', label: checkout.firstName, value: first_name, error: errors.first_name, autocomplete: 'given-name' })}
${field(visit, { name: 'last_name', label: checkout.lastName, value: last_name, error: errors.last_name, autocomplete: 'family-name' })}
${field(visit, { name: 'email', label: checkout.email, value: email, error: errors.email, type: 'email', autocomplete: 'username' })}
${passwordField(visit, errors.password)}
${honeypot(visit)}
<button class="button button-wide">${account.register}</button></form>
<p><a href="${path('/account/login')}?back=${encodeURIComponent(back)}">${account.logIn}</a></p></div>`
  return renderPage(visit, { title: account.register, main, isListed: false })
}
