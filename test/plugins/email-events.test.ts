import { describe, expect, test } from 'vitest'
import { CookieClient } from '#test/support/cookie-client.ts'
import { type CartOptions, expectOrder, expectSuccess } from '#test/support/factories.ts'
import { runJob } from '#test/support/jobs.ts'
import { linkIn, useMailShop } from '#test/support/mail-shop.ts'
import { firstLineQuantity, orderActions } from '#test/support/order-actions.ts'
import type { Identified, Order } from '#test/support/resources.ts'

const { shop, receivedMails } = await useMailShop()
const { act, ship } = orderActions(() => shop)
const SWAP_LINK = 'https://shop.test/swaps/{cart_id}?swap={cart_id}'
await expectSuccess(shop.admin.post('/admin/store', { name: 'Mail shop', swap_link_template: SWAP_LINK }))

const euro = (amount: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: 'eur' }).format(amount / 100)

const WRITTEN_VALUES = /undefined|null|NaN|\[object|Invalid Date/

/** A token has random letters. */
const withoutTokens = (text: string) => text.replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '')

/** Returns the mails with this subject since the last call. All mails must be complete and go to `to`. */
async function mailsTo(to: string, subject: string) {
  const mails = await receivedMails()
  for (const { text, html } of mails) expect(withoutTokens(`${text}${html}`)).not.toMatch(WRITTEN_VALUES)
  for (const mail of mails) expect(mail.to).toMatchObject({ text: to })
  return mails.filter((mail) => mail.subject === subject)
}

/** Returns the text of the only mail with this subject. */
async function textTo({ email }: { email: string }, subject: string): Promise<string> {
  const mails = await mailsTo(email, subject)
  expect(mails).toHaveLength(1)
  return mails[0]?.text ?? ''
}

const lineOf = ({ items: [{ title, description }] }: Order, quantity: number) =>
  `${quantity} × ${title} (${description})`

async function orderWithShipping(lines?: CartOptions['lines']) {
  const region = await shop.given.region()
  return shop.given.order({ region, option: await shop.given.freeShippingOption(region), lines })
}

const shipmentBody = ({ id }: Identified) => ({
  fulfillment_id: id,
  tracking_numbers: ['TRACK-1', 'TRACK-2'],
  carrier: 'UPS',
})

describe('an order', () => {
  test('is canceled', async () => {
    const order = await shop.given.order()
    await act(order, 'cancel')
    const text = await textTo(order, `Your order #${order.display_id} is canceled`)
    expect(text).toContain(`We canceled your order #${order.display_id}`)
    expect(text).toContain(`Total: ${euro(order.total)}`)
  })

  test('is shipped with tracking numbers', async () => {
    const order = await orderWithShipping([[await shop.given.variant(), 3]])
    const { fulfillments } = await act(order, 'fulfillment', { items: firstLineQuantity(order, 2) })
    await act(order, 'shipment', shipmentBody(fulfillments[0]!))
    const text = await textTo(order, `Your order #${order.display_id} is on its way`)
    expect(text).toContain(lineOf(order, 2))
    expect(text.match(/^Tracking number: .*$/gm)).toEqual([
      'Tracking number: UPS TRACK-1 https://www.ups.com/track?tracknum=TRACK-1',
      'Tracking number: UPS TRACK-2 https://www.ups.com/track?tracknum=TRACK-2',
    ])
  })

  test('is refunded', async () => {
    const order = await shop.given.order()
    await act(order, 'capture')
    await act(order, 'refund', { amount: 250, reason: 'other' })
    const text = await textTo(order, `Your refund for order #${order.display_id}`)
    expect(text).toContain(`We refunded ${euro(250)} for your order #${order.display_id}.`)
  })

  test('has a mail for each gift card with its code', async () => {
    const region = await shop.given.region()
    const card = await shop.given.giftCardProduct(2000)
    const order = await shop.given.order({ region, lines: [[card, 2]] })
    const mails = await mailsTo(order.email, 'Your gift card')
    const { gift_cards } = await expectSuccess(shop.admin.get('/admin/gift-cards'))
    const codes = gift_cards.filter(({ order_id }) => order_id === order.id).map(({ code }) => code)
    const sentCodes = mails.map(({ text }) => /Its code is (.+)\.$/m.exec(text ?? '')?.[1])
    expect(sentCodes.toSorted()).toEqual(codes.toSorted())
    for (const { text } of mails) expect(text).toContain(`from order #${order.display_id} has the value ${euro(2000)}.`)
  })
})

describe('a return', () => {
  const lines = async () => ({ lines: [[await shop.given.variant(), 2] as const] })

  test('is requested', async () => {
    const { order } = await shop.given.returnedOrder('requested', await lines())
    const text = await textTo(order, `Your return for order #${order.display_id}`)
    expect(text).toContain(lineOf(order, 1))
    expect(text).toContain(`After we receive it, we refund ${euro(1200)}.`)
  })

  test('is received', async () => {
    const { order, returnId } = await shop.given.returnedOrder('requested', await lines())
    await receivedMails()
    const body = { items: firstLineQuantity(order, 1) }
    await expectSuccess(shop.admin.post(`/admin/returns/${returnId}/receive`, body))
    const text = await textTo(order, `We received your return for order #${order.display_id}`)
    expect(text).toContain(lineOf(order, 1))
    expect(text).toContain(`Your refund is ${euro(1200)}.`)
  })
})

describe('a swap', () => {
  test('the customer confirms with the link of the mail', async () => {
    const { order, swap } = await shop.given.swap('created')
    const text = await textTo(order, `Your exchange for order #${order.display_id}`)
    expect(text).toContain(lineOf(order, 1))
    expect(text).not.toContain('Before shipping')
    const link = linkIn(text)
    expect(link.href).toBe(SWAP_LINK.replaceAll('{cart_id}', swap.cart_id))
    const cart = `/store/carts/${link.searchParams.get('swap')}` as const
    await shop.given.chooseShipping({ id: swap.cart_id, region_id: order.region_id })
    await expectSuccess(shop.post(`${cart}/payment-sessions`))
    expect(await expectSuccess(shop.post(`${cart}/complete`))).toMatchObject({ type: 'swap', data: { id: swap.id } })
  })

  test.each([
    [2000, `Before shipping, you pay ${euro(1200)}.`],
    [750, `Before shipping, we refund ${euro(300)}.`],
  ])('the mail of a swap for a variant at %i names the difference', async (price, sentence) => {
    const order = await shop.given.fulfilledOrder()
    const { id: variant_id } = await shop.given.variant({ prices: [price] })
    const additional_items = [{ variant_id, quantity: 1 }]
    await act(order, 'swaps', { return_items: firstLineQuantity(order, 1), additional_items })
    expect(await textTo(order, `Your exchange for order #${order.display_id}`)).toContain(sentence)
  })

  test('is shipped', async () => {
    const region = await shop.given.region()
    const option = await shop.given.freeShippingOption(region)
    const { order, swap } = await shop.given.swap('created', { region, option })
    const cart = `/store/carts/${swap.cart_id}` as const
    await expectSuccess(shop.post(`${cart}/shipping-methods`, { option_id: option.id }))
    await expectSuccess(shop.post(`${cart}/payment-sessions`))
    await expectSuccess(shop.post(`${cart}/complete`))
    const path = `/admin/orders/${order.id}/swaps/${swap.id}` as const
    const { swaps } = (await expectSuccess(shop.admin.post(`${path}/fulfillments`, {}))).order
    await receivedMails()
    await expectSuccess(shop.admin.post(`${path}/shipments`, shipmentBody(swaps[0]!.fulfillments[0]!)))
    const text = await textTo(order, `Your order #${order.display_id} is on its way`)
    expect(text).toContain(lineOf(order, 1))
    expect(text).toContain('TRACK-2')
  })
})

describe('a claim', () => {
  async function claim(type: string, more: (order: Order) => object | Promise<object> = () => ({})) {
    const order = await orderWithShipping()
    await act(order, 'capture')
    await ship(order)
    await receivedMails()
    const claim_items = [{ item_id: order.items[0].id, quantity: 1, reason: 'production_failure' }]
    const { claims } = await act(order, 'claims', { type, claim_items, ...(await more(order)) })
    return { order, path: `/admin/orders/${order.id}/claims/${claims[0]?.id}` as const }
  }

  test('for a refund', async () => {
    const { order } = await claim('refund')
    const text = await textTo(order, `Your claim for order #${order.display_id}`)
    expect(text).toContain(lineOf(order, 1))
    expect(text).toContain(`We refund ${euro(1200)}.`)
    expect(text).not.toContain('replacement')
  })

  test('the return of a replaced item promises no refund', async () => {
    const { order } = await claim('replace', async ({ region_id, items: [{ variant_id }] }) => ({
      additional_items: [{ variant_id, quantity: 1 }],
      return_shipping: {
        option_id: (await shop.given.shippingOption({ id: region_id }, { is_return: true })).id,
        price: 0,
      },
    }))
    await receivedMails()
    const { order: found } = await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))
    const { return_order } = found.claims[0]!
    const body = { items: firstLineQuantity(order, 1) }
    await expectSuccess(shop.admin.post(`/admin/returns/${return_order.id}/receive`, body))
    const text = await textTo(order, `We received your return for order #${order.display_id}`)
    expect(text).toContain(lineOf(order, 1))
    expect(text).not.toContain('refund')
  })

  test('for a replacement, which is shipped', async () => {
    const { order, path } = await claim('replace', ({ items: [{ variant_id }], shipping_methods }) => ({
      additional_items: [{ variant_id, quantity: 2 }],
      shipping_methods: [{ option_id: shipping_methods[0]?.shipping_option_id, price: 0 }],
    }))
    const text = await textTo(order, `Your claim for order #${order.display_id}`)
    expect(text).toContain(lineOf(order, 1))
    expect(text).toContain('We send you a replacement.')
    const { claims } = (await expectSuccess(shop.admin.post(`${path}/fulfillments`, {}))).order
    await expectSuccess(shop.admin.post(`${path}/shipments`, shipmentBody(claims[0]!.fulfillments[0]!)))
    const shipped = await textTo(order, `Your order #${order.display_id} is on its way`)
    expect(shipped).toContain(lineOf(order, 2))
    expect(shipped).toContain('TRACK-1')
  })
})

test('a customer opens the requested order edit with the link of the mail', async () => {
  const { id, order_id } = await shop.given.orderEdit('requested')
  const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${order_id}`))
  const text = await textTo(order, `A change of your order #${order.display_id}`)
  const link = linkIn(text)
  expect(link.href).toBe(`https://shop.test/order-edits/${id}`)
  await expectSuccess(shop.get(`/store/order-edits/${link.pathname.split('/').at(-1)}`))
})

describe('an account', () => {
  test('a new customer receives a welcome', async () => {
    const account = { email: 'new@shop.test', password: 'a horse', first_name: 'Zoë' }
    await expectSuccess(shop.post('/store/customers', account))
    const text = await textTo(account, 'Welcome to Mail shop')
    expect(text).toMatch(/^Hello Zoë,/)
    expect(linkIn(text).href).toBe('https://shop.test/')
  })

  test('a name with a link is left out of the welcome', async () => {
    const account = { email: 'spam@shop.test', password: 'a horse', first_name: 'Visit https://spam.test' }
    await expectSuccess(shop.post('/store/customers', account))
    expect(await textTo(account, 'Welcome to Mail shop')).not.toContain('spam.test')
  })

  test('a customer takes over orders with the link of the mail', async () => {
    const customer = new CookieClient(shop.url)
    await customer.post('/store/customers', { email: 'owner@shop.test', password: 'a horse', first_name: 'Eve' })
    const orders = [
      await shop.given.order({ email: 'old@shop.test' }),
      await shop.given.order({ email: 'old@shop.test' }),
    ]
    await receivedMails()
    await customer.post('/store/orders/batch/customer/token', { order_ids: orders.map(({ id }) => id) })
    const text = await textTo({ email: 'old@shop.test' }, 'Move your orders to another account')
    expect(text).toContain(orders.map(({ display_id }) => `#${display_id}`).join(', '))
    const link = linkIn(text)
    expect(link.origin + link.pathname).toBe('https://shop.test/claim-orders')
    await customer.post('/store/orders/customer/confirm', { token: link.searchParams.get('token') })
    expect((await customer.get('/store/customers/me/orders')).body).toMatchObject({ count: 2 })
  })
})

test('the user who starts an export receives a mail after its end', async () => {
  await runJob(shop, 'product-export', {})
  const text = await textTo({ email: 'admin@example.com' }, 'Your export is finished')
  expect(linkIn(text).href).toBe('https://admin.shop.test/')
})

describe('the locale', () => {
  test('the country of the order decides on the format of dates', async () => {
    const region = await shop.given.region({ countries: ['de'] })
    const lines = [[await shop.given.variant({ prices: [123_450] }), 1] as const]
    const order = await shop.given.order({ region, lines })
    const text = await textTo(order, `Your order #${order.display_id}`)
    expect(text).toContain(`Subtotal: ${euro(123_450)}`)
    const date = new Intl.DateTimeFormat('en-DE', { dateStyle: 'long' }).format(new Date(order.created_at))
    expect(text).toContain(`#${order.display_id} of ${date}`)
  })

  test('the locale of the cart wins over the country', async () => {
    const region = await shop.given.region()
    const { id } = await shop.given.payableCart({
      region,
      lines: [[await shop.given.variant({ prices: [123_450] }), 1]],
    })
    await expectSuccess(shop.post(`/store/carts/${id}`, { context: { locale: 'de-DE' } }))
    const order = await expectOrder(shop.post(`/store/carts/${id}/complete`))
    const text = await textTo(order, `Ihre Bestellung Nr. ${order.display_id}`)
    const date = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long' }).format(new Date(order.created_at))
    expect(text).toContain(`Nr. ${order.display_id} vom ${date}`)
    expect(text).toContain('Zwischensumme: 1.234,50\u00a0€')
  })
})

test('a confirmation has the prices with tax that the customer has seen', async () => {
  const region = await shop.given.region({ countries: ['lu'], tax_rate: 17 })
  const currency = `/admin/currencies/${region.currency_code}`
  await expectSuccess(shop.admin.post(currency, { includes_tax: true }))
  const order = await shop.given.order({ region, lines: [[await shop.given.variant({ prices: [12_000] }), 2]] })
  await expectSuccess(shop.admin.post(currency, { includes_tax: false }))
  const text = await textTo(order, `Your order #${order.display_id}`)
  expect(text).toContain(`${lineOf(order, 2)}: ${euro(24_000)}`)
  expect(text).toContain(`Subtotal: ${euro(24_000)}`)
  expect(text).toContain(`Including tax: ${euro(order.tax_total)}`)
  expect(text).not.toContain('\nTax:')
})

test('a payment link of a draft order is sent with its items, and its mail is not sent again', async () => {
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  const { draft_order } = await expectSuccess(
    shop.admin.post('/admin/draft-orders', {
      ...{ email: 'draft@shop.test', region_id: region.id },
      items: [{ title: 'Repair', unit_price: 700, quantity: 2 }],
      shipping_methods: [{ option_id: option.id }],
    }),
  )
  await expectSuccess(shop.admin.post(`/admin/draft-orders/${draft_order.id}/payment-link`, { send: true }))
  const text = await textTo({ email: 'draft@shop.test' }, 'Your order is ready to pay')
  expect(text).toContain(`2 × Repair: ${euro(1400)}`)
  expect(text).toContain(`Total: ${euro(1400)}`)
  const token = linkIn(text).searchParams.get('token') ?? ''
  expect((await expectSuccess(shop.get(`/store/payment-links/${token}`))).payment_link.status).toBe('open')

  const template = 'https://other.test/pay/{token}?from=mail'
  await expectSuccess(shop.admin.post('/admin/store', { payment_link_template: template }))
  const { payment_link } = await expectSuccess(
    shop.admin.post(`/admin/draft-orders/${draft_order.id}/payment-link`, { send: true }),
  )
  expect(payment_link.url).toBe(`https://other.test/pay/${payment_link.token}?from=mail`)
  const templated = await textTo({ email: 'draft@shop.test' }, 'Your order is ready to pay')
  expect(linkIn(templated).href).toBe(payment_link.url)
  await expectSuccess(shop.admin.post('/admin/store', { payment_link_template: null }))

  const { notifications } = await expectSuccess(shop.admin.get('/admin/notifications?to=draft@shop.test'))
  const at = `/admin/notifications/${notifications[0]?.id}` as const
  expect((await shop.admin.get(`${at}/preview`)).status).toBe(400)
  expect((await shop.admin.post(`${at}/resend`, {})).status).toBe(400)
})

test('the mail of a payment link has the language of the last order, or the language of the country', async () => {
  const region = await shop.given.region({ countries: ['li'] })
  const option = await shop.given.shippingOption(region, { amount: 590 })
  const draftFor = async (email: string) => {
    const { draft_order } = await expectSuccess(
      shop.admin.post('/admin/draft-orders', {
        ...{ email, region_id: region.id },
        items: [{ title: 'Reparatur', unit_price: 700, quantity: 2, tax_rate_id: 'default' }],
        shipping_methods: [{ option_id: option.id }],
        shipping_address: { first_name: 'Ada', country_code: 'li' },
      }),
    )
    await expectSuccess(shop.admin.post(`/admin/draft-orders/${draft_order.id}/payment-link`, { send: true }))
    return draft_order.cart.total
  }
  await draftFor('unknown@shop.test')
  await textTo({ email: 'unknown@shop.test' }, 'Your order is ready to pay')
  await expectSuccess(shop.admin.post('/admin/store', { languages: ['en', 'de'] }))
  const total = await draftFor('country@shop.test')
  expect(total).toBe(1400 + 280 + 590 + 118)
  const text = await textTo({ email: 'country@shop.test' }, 'Ihre Bestellung kann bezahlt werden')
  const inCountry = new Intl.NumberFormat('de-LI', { style: 'currency', currency: 'eur' })
  expect(text).toContain(`2 × Reparatur: ${inCountry.format(14)}`)
  expect(text).toContain(`Gesamt: ${inCountry.format(total / 100)}`)
  const { id } = await shop.given.payableCart({ region, option })
  await expectSuccess(shop.post(`/store/carts/${id}`, { email: 'english@shop.test', context: { locale: 'en-GB' } }))
  await expectOrder(shop.post(`/store/carts/${id}/complete`))
  await receivedMails()
  await draftFor('english@shop.test')
  await textTo({ email: 'english@shop.test' }, 'Your order is ready to pay')
})

test('the preview of a notification is the mail that is sent, also in another language, and sends nothing', async () => {
  const order = await shop.given.order({ email: 'preview@shop.test' })
  const [sent] = await mailsTo('preview@shop.test', `Your order #${order.display_id}`)
  const { notifications } = await expectSuccess(shop.admin.get('/admin/notifications?to=preview@shop.test'))
  const at = `/admin/notifications/${notifications[0]?.id}/preview` as const
  const { mail } = await expectSuccess(shop.admin.get(at))
  expect(mail).toMatchObject({ to: 'preview@shop.test', subject: sent?.subject })
  expect(mail.text.trim()).toBe(sent?.text?.trim())
  const { mail: german } = await expectSuccess(shop.admin.get(`${at}?locale=de`))
  expect(german.locale).toBe('de')
  expect(german.html).toContain('lang="de"')
  expect(german.subject).toBe(`Ihre Bestellung Nr. ${order.display_id}`)
  expect((await shop.admin.get(`${at}?locale=../../etc`)).status).toBe(400)
  expect((await shop.admin.get('/admin/notifications/noti_none/preview')).status).toBe(404)
  expect(await receivedMails()).toEqual([])
})
