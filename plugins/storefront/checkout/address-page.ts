import { DomainError, html, type Markup } from 'cartwright'
import { z } from 'zod'
import type { Cart } from '../api.ts'
import { maybeCart } from '../cart/read-cart.ts'
import { field, HONEYPOT, honeypot } from '../shell/field.ts'
import { renderPage } from '../shell/render-page.ts'
import { marketOf } from '../site/market.ts'
import { messageOf } from '../site/messages.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import { COUNTRY_COOKIE, type Visit, YEAR } from '../site/visit.ts'
import { type AddressErrors, addressErrors, addressFields, addressShape, emptyAddress } from './address-fields.ts'

const input = z.object({
  email: z.string().trim().max(1000).default(''),
  [HONEYPOT]: z.string().max(1000).default(''),
  ...addressShape,
})
type Input = Omit<z.output<typeof input>, typeof HONEYPOT>

export const address = page('/checkout', {}, async (visit) => {
  const cart = await maybeCart(visit)
  if (!cart?.items.length) return seeOther(visit, '/cart')
  return renderAddress(visit, { cart, values: await knownValues(visit, cart), errors: {} })
})

export const saveAddress = form('/checkout', input, async (visit, { input: { [HONEYPOT]: trap, ...values } }) => {
  const cart = await maybeCart(visit)
  if (!cart || trap !== '') return seeOther(visit, '/cart')
  const errors = errorsOf(visit, values)
  const refuse = async (messages: { errors: AddressErrors; error?: string }) =>
    refused(await renderAddress(visit, { cart, values, ...messages }))
  if (Object.keys(errors).length > 0) return refuse({ errors })
  try {
    await saveInCart(visit, cart, values)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refuse({ errors, error: messageOf(visit.texts, error) })
  }
  return seeOther(visit, '/checkout/delivery')
})

function errorsOf(visit: Visit, { email, ...rest }: Input): AddressErrors {
  const { errors, checkout } = visit.texts
  const isEmail = z.email().safeParse(email).success
  const problem = email === '' ? errors.required(checkout.email) : errors.email
  return { ...(isEmail ? {} : { email: problem }), ...addressErrors(visit, rest) }
}

/** Another country can belong to another region, with its prices. */
async function saveInCart(visit: Visit, { id }: Cart, { email, ...values }: Input): Promise<void> {
  const { store, regions, cookies, market } = visit
  const shipping_address = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const { country_code } = values
  const region_id = marketOf(regions, country_code)?.region.id
  const { cart } = await store.carts.update({
    ...{ id, email, region_id, country_code, shipping_address, billing_address: shipping_address },
    context: { locale: visit.language.code },
  })
  visit.cart.keep(cart)
  if (country_code !== market.country) cookies.set(COUNTRY_COOKIE, country_code, { maxAge: YEAR })
}

/** The address of the cart, or else the first address of the account. */
async function knownValues({ market, store, isLoggedIn }: Visit, { email, shipping_address }: Cart): Promise<Input> {
  const customer = isLoggedIn && !shipping_address?.address_1 ? (await store.customers.get()).customer : undefined
  const known = customer?.shipping_addresses?.[0] ?? shipping_address
  const { country_code, ...empty } = emptyAddress(known?.country_code ?? market.country)
  const names = Object.keys(empty) as (keyof typeof empty)[]
  const values = names.map((name) => [name, known?.[name] ?? ''])
  return { ...empty, ...Object.fromEntries(values), country_code, email: email ?? customer?.email ?? '' }
}

interface AddressPageContent {
  cart: Cart
  values: Input
  errors: AddressErrors
  error?: string | undefined
}

async function renderAddress(visit: Visit, { cart, values, errors, error }: AddressPageContent): Promise<Markup> {
  const { texts, path, site } = visit
  const { checkout } = texts
  const { email, ...rest } = values
  const form = html`<form class="fields" method="post" action="${path('/checkout')}" novalidate>
<h2>${checkout.contact}</h2>
${!visit.isLoggedIn && html`<p class="soft">${checkout.haveAccount} <a href="${path('/account/login')}?back=/checkout">${texts.account.logIn}</a></p>`}
${field(visit, { name: 'email', label: checkout.email, value: email, error: errors.email, type: 'email', hint: checkout.emailHint, autocomplete: 'email' })}
<h2>${checkout.shippingAddress}</h2>
${addressFields(visit, { address: rest, errors })}
${honeypot(visit)}
<button class="button button-wide">${checkout.toDelivery}</button></form>`
  const main = site.components.checkoutPage(visit, { cart, step: 'address', form, error })
  return renderPage(visit, { title: checkout.title, main, isListed: false, isFocused: true })
}
