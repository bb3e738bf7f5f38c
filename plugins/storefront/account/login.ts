import { html, type Markup, Unauthorized } from 'cartwright'
import { z } from 'zod'
import { field } from '../shell/field.ts'
import { renderPage } from '../shell/render-page.ts'
import { ownPath } from '../site/own-path.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { Visit } from '../site/visit.ts'
import { keepWish } from '../wishlist/keep-wish.ts'

/** The page to which a form leads back. */
export const backPath = ownPath.catch('/account')

export const login = page('/account/login', { input: z.object({ back: backPath }) }, (visit, { input: { back } }) =>
  visit.isLoggedIn ? seeOther(visit, back) : renderLogin(visit, { back }),
)

const input = z.object({
  email: z.string().trim().max(1000).default(''),
  password: z.string().max(1000).default(''),
  back: backPath,
})

/** The shop limits the attempts of an address and of an account. */
export const logIn = form('/account/login', input, async (visit, { input: { email, password, back } }) => {
  const isReadable = z.email().safeParse(email).success && password !== ''
  const customer = isReadable ? await tryLogin(visit, { email, password }) : undefined
  if (!customer) return refused(await renderLogin(visit, { back, email, error: visit.texts.account.wrong }))
  return seeOther(visit, await keepWish(visit, customer.id, back))
})

async function tryLogin({ store }: Visit, credentials: { email: string; password: string }) {
  try {
    return (await store.auth.login(credentials)).customer
  } catch (error) {
    if (error instanceof Unauthorized) return undefined
    throw error
  }
}

interface LoginContent {
  back: string
  email?: string
  error?: string
}

function renderLogin(visit: Visit, { back, email, error }: LoginContent): Promise<Markup> {
  const { texts, path } = visit
  const { account, checkout } = texts
  const main = html`<div class="narrow"><h1>${account.logIn}</h1>
${error && html`<p class="error" role="alert">${error}</p>`}
<form class="fields" method="post" action="${path('/account/login')}"><input type="hidden" name="back" value="${back}">
${field(visit, { name: 'email', label: checkout.email, value: email, type: 'email', autocomplete: 'username' })}
${field(visit, { name: 'password', label: account.password, type: 'password', autocomplete: 'current-password' })}
<button class="button button-wide">${account.logIn}</button></form>
<p><a href="${path('/account/forgotten')}">${account.forgotten}</a></p>
<p><a href="${path('/account/register')}?back=${encodeURIComponent(back)}">${account.register}</a></p></div>`
  return renderPage(visit, { title: account.logIn, main, isListed: false })
}

export const logOut = form('/account/logout', z.object({}), async (visit) => {
  await visit.store.auth.logout()
  visit.cart.forget()
  return seeOther(visit, '/')
})
