import { html, type Markup } from 'cartwright'
import { z } from 'zod'
import type { Customer } from '../api.ts'
import {
  type AddressErrors,
  type AddressInput,
  addressErrors,
  addressFields,
  addressShape,
  emptyAddress,
} from '../checkout/address-fields.ts'
import { addressLines } from '../checkout/address-lines.ts'
import { renderPage } from '../shell/render-page.ts'
import { form, page } from '../site/page.ts'
import { refused } from '../site/refused.ts'
import { seeOther } from '../site/see-other.ts'
import type { View } from '../site/view.ts'
import type { Visit } from '../site/visit.ts'
import { forCustomer } from './for-customer.ts'

type SavedAddress = NonNullable<Customer['shipping_addresses']>[number]

export const addressList = (view: View, addresses: readonly SavedAddress[]): Markup =>
  html`<ul class="columns">${addresses.map(
    (address) => html`<li><p>${addressLines(view, address)}</p>
<form method="post" action="${view.path(`/account/addresses/${address.id}/delete`)}"><button class="link-button">${view.texts.cart.remove}</button></form></li>`,
  )}</ul>`

export const newAddress = page(
  '/account/addresses/new',
  {},
  forCustomer((visit) => renderNewAddress(visit, { address: emptyAddress(visit.market.country), errors: {} })),
)

export const addAddress = form(
  '/account/addresses/new',
  z.object(addressShape),
  forCustomer(async (visit, { input: address }) => {
    const errors = addressErrors(visit, address)
    if (Object.keys(errors).length > 0) return refused(await renderNewAddress(visit, { address, errors }))
    await visit.store.customers.addAddress({ address })
    return seeOther(visit, '/account')
  }),
)

export const deleteAddress = form(
  '/account/addresses/:id/delete',
  z.object({}),
  forCustomer(async (visit, { params: { id } }) => {
    await visit.store.customers.deleteAddress({ address_id: id })
    return seeOther(visit, '/account')
  }),
)

interface NewAddressContent {
  address: AddressInput
  errors: AddressErrors
}

function renderNewAddress(visit: Visit, content: NewAddressContent): Promise<Markup> {
  const { texts, path } = visit
  const main = html`<div class="narrow"><h1>${texts.account.addAddress}</h1>
<form class="fields" method="post" action="${path('/account/addresses/new')}" novalidate>${addressFields(visit, content)}
<button class="button button-wide">${texts.account.save}</button></form></div>`
  return renderPage(visit, { title: texts.account.addAddress, main, isListed: false })
}
