import { describe, expect, test } from 'vitest'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, uniqueName } from '#test/support/import-shop.ts'
import { lines, noticesOf, useOldShop } from '#test/support/old-shop.ts'

const { shop, importFile, importAll, checkFile, undo, customerOf } = await useOldShop()

const mail = (name: string) => `${uniqueName(name)}@example.com`
const pastOrders = async (query: string) =>
  (await expectSuccess(shop.admin.get(`/admin/past-orders?${query}`))).past_orders
const orderOf = async (number: string) => (await pastOrders(`q=${encodeURIComponent(number)}`))[0]

let serial = 1000
const newNumber = () => `#OLD${++serial}`

const SHOPIFY =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Phone'

const titles = SHOPIFY.split(',')
/** A row of Shopify with the given cells. */
const row = (cells: Record<string, string | number>) =>
  titles.map((title) => `"${`${cells[title] ?? ''}`.replaceAll('"', '""')}"`).join(',')

const firstRow = (number: string, email: string, cells: Record<string, string | number> = {}) =>
  row({
    ...{ Name: number, Email: email, 'Financial Status': 'paid', 'Fulfillment Status': 'fulfilled', Currency: 'EUR' },
    ...{ Subtotal: '47.00', Shipping: '6.00', Taxes: '8.46', Total: '53.00', 'Discount Code': 'FALL5' },
    ...{ 'Discount Amount': '5.00', 'Shipping Method': 'Standard', 'Created at': '2024-09-03 10:14:00 -0400' },
    ...{ 'Lineitem quantity': 2, 'Lineitem name': 'Print "Fern"', 'Lineitem price': '16.00', 'Lineitem sku': 'FERN-1' },
    ...{ 'Billing Name': 'Ada Byron', 'Billing Street': 'Main Street 1', 'Billing Address1': 'Main Street 1' },
    ...{ 'Billing City': 'Berlin', 'Billing Zip': "'01234", 'Billing Country': 'DE', 'Refunded Amount': '0.00' },
    ...{
      'Tax 1 Name': 'VAT 19%',
      'Tax 1 Value': '8.46',
      Notes: 'Ring\ntwice',
      Vendor: 'Nord',
      'Lineitem discount': '0',
    },
    ...cells,
  })

const nextRow = (number: string, email: string) =>
  row({
    ...{ Name: number, Email: email, 'Created at': '2024-09-03 10:14:00 -0400' },
    ...{ 'Lineitem quantity': 1, 'Lineitem name': 'Tote', 'Lineitem price': '20.00', 'Lineitem discount': '5.00' },
  })

/** The numbers that an import of past orders must not change. */
async function traces() {
  const [counted] = await shop.orm.em.fork().execute(`
    select (select count(*)::int from "order") as orders, (select count(*)::int from payment) as payments,
      (select count(*)::int from cart) as carts, (select count(*)::int from line_item) as lines,
      (select coalesce(sum(inventory_quantity), 0)::int from product_variant) as stock,
      (select count(*)::int from customer) as customers, (select count(*)::int from sale) as sales,
      (select count(*)::int from event where name not like 'batch.%') as events,
      (select last_value::int from order_display_id_seq) as number`)
  return counted
}

describe('a Shopify export', () => {
  test('becomes past orders: an order has several rows, and amounts, dates and addresses stay', async () => {
    const [number, email] = [newNumber(), mail('buyer')]
    const job = await importAll(
      'past-order-import',
      `\ufeff${lines(SHOPIFY, firstRow(number, email.toUpperCase()), nextRow(number, email))}`,
    )
    expect(job.result.operations).toEqual({ PAST_ORDER_CREATE: 1, PAST_ORDER_UPDATE: 0 })
    expect(await orderOf(number)).toMatchObject({
      ...{
        number,
        source: 'shopify',
        email,
        buyer_name: 'Ada Byron',
        status: 'completed',
        old_status: 'paid, fulfilled',
      },
      ...{ placed_at: '2024-09-03T14:14:00.000Z', canceled_at: null, currency_code: 'eur', customer_id: null },
      ...{ subtotal: 4700, discount_total: 500, shipping_total: 600, tax_total: 846, total: 5300, refunded_total: 0 },
      items: [
        { title: 'Print "Fern"', sku: 'FERN-1', quantity: 2, subtotal: 3200, total: 3200 },
        { title: 'Tote', sku: null, quantity: 1, subtotal: 2000, total: 1500 },
      ],
      billing_address: {
        first_name: 'Ada Byron',
        address_1: 'Main Street 1',
        postal_code: '01234',
        country_code: 'de',
      },
      shipping_address: null,
      details: {
        ...{ note: 'Ring twice', discount_codes: 'FALL5', shipping_method: 'Standard' },
        taxes: [{ name: 'VAT 19%', amount: 846 }],
      },
    })
  })

  test('changes no order, payment, stock, number, sale, customer and event', async () => {
    const before = await traces()
    const number = newNumber()
    await importAll('past-order-import', lines(SHOPIFY, firstRow(number, mail('still'))))
    expect(await traces()).toEqual(before)
    expect((await shop.admin.get(`/admin/orders?q=${encodeURIComponent(number)}`)).body.count).toBe(0)
  })

  test('is described by the check with each dropped column, and open orders are named', async () => {
    const number = newNumber()
    const job = await checkFile(
      'past-order-import',
      lines(
        SHOPIFY,
        firstRow(number, '', { 'Fulfillment Status': 'unfulfilled' }),
        firstRow(newNumber(), 'wrong', { Total: '$1,053.00' }),
        row({ 'Lineitem name': 'Of the order above', 'Lineitem quantity': 1 }),
      ),
    )
    expect(job.result.operations).toEqual({ PAST_ORDER_CREATE: 2, PAST_ORDER_UPDATE: 0 })
    expect(noticesOf(job)).toEqual([
      'Shopify export: 2 orders.',
      '1 order is not paid or not shipped. This shop only shows it. Finish it in Shopify.',
      'Imported without an e-mail address, because the order has none: 1 (rows 2).',
      'Imported without an e-mail address, because it is not valid: 1 (rows 3).',
      'Not imported, because the shop has no such columns: Vendor (2).',
    ])
    expect(await orderOf(number)).toBeUndefined()
  })

  test('can be repeated without doubles, and a later file changes the order', async () => {
    const [number, email] = [newNumber(), mail('repeat')]
    const file = lines(SHOPIFY, firstRow(number, email), nextRow(number, email))
    await importAll('past-order-import', file)
    const { id } = await orderOf(number)
    expect((await importAll('past-order-import', file)).result.operations).toEqual({
      PAST_ORDER_CREATE: 0,
      PAST_ORDER_UPDATE: 0,
    })
    const later = await importAll(
      'past-order-import',
      lines(
        SHOPIFY,
        firstRow(number, email, { 'Financial Status': 'refunded', 'Refunded Amount': '53.00' }),
        nextRow(number, email),
      ),
    )
    expect(later.result.operations).toEqual({ PAST_ORDER_CREATE: 0, PAST_ORDER_UPDATE: 1 })
    expect(await orderOf(number)).toMatchObject({ id, status: 'refunded', refunded_total: 5300 })
  })

  test('keeps the open part of a partly paid order, and the time of the payment', async () => {
    const [partly, paid] = [newNumber(), newNumber()]
    const job = await importAll(
      'past-order-import',
      lines(
        SHOPIFY,
        firstRow(partly, mail('partly'), { 'Financial Status': 'partially_paid', 'Outstanding Balance': '13.00' }),
        firstRow(paid, mail('paid'), { 'Paid at': '2024-09-03 10:14:05 -0400', 'Outstanding Balance': '0.00' }),
      ),
    )
    expect(noticesOf(job)).toContain('Not imported, because the shop has no such columns: Vendor (2).')
    expect(await orderOf(partly)).toMatchObject({
      status: 'open',
      details: { outstanding_total: 1300, paid_at: null },
    })
    expect(await orderOf(paid)).toMatchObject({
      details: { outstanding_total: 0, paid_at: '2024-09-03T14:14:05.000Z' },
    })
  })

  test('keeps currencies without and with three decimals exact', async () => {
    const [yen, dinar] = [newNumber(), newNumber()]
    await importAll(
      'past-order-import',
      lines(
        SHOPIFY,
        firstRow(yen, mail('yen'), { Currency: 'JPY', Total: '5300', Subtotal: '4,700', 'Lineitem price': '1600.00' }),
        firstRow(dinar, mail('dinar'), { Currency: 'KWD', Total: '5.125' }),
      ),
    )
    expect(await orderOf(yen)).toMatchObject({ total: 5300, subtotal: 4700, items: [{ subtotal: 3200 }] })
    expect(await orderOf(dinar)).toMatchObject({ total: 5125, currency_code: 'kwd' })
  })

  test('with faults is refused as a whole, and each fault names its row and column', async () => {
    const [number, split] = [newNumber(), newNumber()]
    const job = await importFile(
      'past-order-import',
      lines(
        SHOPIFY,
        firstRow(number, mail('fault'), { Total: '1,053', 'Created at': '03/04/2024' }),
        firstRow(split, mail('split')),
        firstRow(newNumber(), mail('coin'), { Currency: 'XBT' }),
        firstRow(split, mail('split'), { 'Refunded Amount': '5.00' }),
        firstRow(newNumber(), mail('blank'), { Total: '' }),
        firstRow(newNumber(), mail('huge'), { 'Lineitem quantity': '1e300' }),
      ),
    )
    expect(errorMessagesOf(job)).toEqual([
      'Created at must be a time such as 2027-01-31T12:00:00Z, Total must be an amount such as 12.34',
      'Order is in the file several times, with different values. Keep one of them',
      'Currency xbt is unknown',
      'Total should not be empty',
      'Lineitem quantity is too large',
    ])
    expect(await orderOf(split)).toBeUndefined()
  })

  test('may have the rows of an order apart, and an equal copy of an order counts once', async () => {
    const [apart, twice] = [newNumber(), newNumber()]
    const [one, two] = [mail('apart'), mail('twice')]
    const copy = [firstRow(twice, two), nextRow(twice, two)]
    // The file has several parts for the reader of the store.
    const others = Array.from({ length: 500 }, () => firstRow(newNumber(), mail('other')))
    const job = await importAll(
      'past-order-import',
      lines(SHOPIFY, firstRow(apart, one), ...copy, nextRow(apart, one), ...others, ...copy, nextRow(apart, one)),
    )
    expect(job.result.operations).toEqual({ PAST_ORDER_CREATE: 502, PAST_ORDER_UPDATE: 0 })
    expect(noticesOf(job)).toContain('Counted once, because the file has the same order several times: 1 (rows 506).')
    const titlesOf = async (number: string) => (await orderOf(number))?.items.map(({ title }) => title)
    expect(await titlesOf(apart)).toEqual(['Print "Fern"', 'Tote', 'Tote'])
    expect(await titlesOf(twice)).toEqual(['Print "Fern"', 'Tote'])
  })

  test('of another shop with the same numbers is refused', async () => {
    const number = newNumber()
    await importAll('past-order-import', lines(SHOPIFY, firstRow(number, mail('one'))))
    const job = await importFile(
      'past-order-import',
      lines(SHOPIFY, firstRow(number, mail('two'), { 'Created at': '2025-01-01 10:00:00 +0000' })),
    )
    expect(errorMessagesOf(job)).toEqual([`The shop has another order ${number} of this program, of another day`])
  })
})

const ADDRESS =
  'billing_first_name,billing_last_name,billing_address_1,billing_postcode,billing_city,billing_country,billing_email'
const ada = (email: string) => `Ada,Byron,Main Street 1,10115,Berlin,DE,${email}`

describe('a WooCommerce export', () => {
  test('with a row for each order and the items in one cell is read', async () => {
    const [number, json] = [newNumber(), newNumber()]
    const items =
      'name:Mug|product_id:4|sku:M-1|quantity:2|subtotal:20.00|total:18.00;name:Bowl; big|quantity:1|total:8.403361'
    await importAll(
      'past-order-import',
      lines(
        `order_id,order_number,date,status,shipping_total,tax_total,discount_total,order_total,refunded_total,order_currency,payment_method,${ADDRESS},customer_note,line_items,coupon_items`,
        `12,${number},2024-07-01 10:00:00,completed,4.90,3.21,2.00,34.51,-5.00,EUR,paypal,${ada(mail('woo'))},Thanks,"${items}","code:SPRING|amount:2.00"`,
        `13,${json},2024-07-01 10:00:00,wc-cancelled,0,0,0,10,0,EUR,paypal,${ada(mail('json'))},,"[{""name"":""Cup"",""quantity"":1,""total"":""10.00""}]",`,
      ),
      { time_zone: 'Europe/Berlin' },
    )
    expect(await orderOf(number)).toMatchObject({
      ...{ source: 'woocommerce', placed_at: '2024-07-01T08:00:00.000Z', status: 'completed', total: 3451 },
      ...{ discount_total: 200, refunded_total: 500, buyer_name: 'Ada Byron' },
      items: [
        { title: 'Mug', sku: 'M-1', quantity: 2, subtotal: 2000, total: 1800 },
        { title: 'Bowl; big', quantity: 1, total: 840 },
      ],
      details: { discount_codes: 'SPRING', payment_method: 'paypal', note: 'Thanks' },
    })
    expect(await orderOf(json)).toMatchObject({ status: 'canceled', items: [{ title: 'Cup', total: 1000 }] })
  })

  test('with product_name and paid_date keeps the items and the time of the payment', async () => {
    const number = newNumber()
    const order = `${number},2024-03-01 10:00:00,2024-03-02 11:00:00,completed,EUR,25.00,${mail('paid')}`
    const job = await importAll(
      'past-order-import',
      lines(
        'order_number,order_date,paid_date,status,order_currency,order_total,customer_email,product_name,sku,quantity,item_total',
        `${order},Mug,M-1,2,20.00`,
        `${order},Bowl,B-1,1,5.00`,
      ),
      { time_zone: 'Europe/Berlin' },
    )
    expect(noticesOf(job).join()).not.toContain('Not imported')
    expect(await orderOf(number)).toMatchObject({
      items: [
        { title: 'Mug', sku: 'M-1', quantity: 2, total: 2000 },
        { title: 'Bowl', sku: 'B-1', quantity: 1, total: 500 },
      ],
      details: { paid_at: '2024-03-02T10:00:00.000Z' },
    })
  })

  test('with a row for each item keeps all items of an order whose rows are apart', async () => {
    const [first, second] = [newNumber(), newNumber()]
    const email = mail('items')
    const itemRow = (number: string, name: string) =>
      `${number},2024-03-01 10:00:00,completed,EUR,30.00,${email},${name},1,15.00`
    await importAll(
      'past-order-import',
      lines(
        'order_number,order_date,status,order_currency,order_total,billing_email,item_name,item_quantity,item_total',
        ...[itemRow(first, 'Mug'), itemRow(second, 'Cup'), itemRow(first, 'Bowl'), itemRow(second, 'Dish')],
      ),
    )
    expect((await orderOf(first))?.items).toMatchObject([{ title: 'Mug' }, { title: 'Bowl' }])
    expect((await orderOf(second))?.items).toMatchObject([{ title: 'Cup' }, { title: 'Dish' }])
  })

  test('with numbered columns, or a row for each item, is read too', async () => {
    const [numbered, byItem] = [newNumber(), newNumber()]
    await importAll(
      'past-order-import',
      lines(
        `order_id,order_number,order_date,status,order_total,order_currency,${ADDRESS},line_item_1,line_item_2`,
        `1,${numbered},2024-07-01 10:00:00,processing,30,EUR,${ada(mail('num'))},name:A|sku:a|quantity:1|total:10|sub_total:12,name:B|quantity:2|total:20`,
      ),
    )
    await importAll(
      'past-order-import',
      lines(
        'Order Number;Order Status;Order Date;First Name (Billing);Last Name (Billing);Address 1&2 (Billing);City (Billing);Country Code (Billing);Email (Billing);Order Total Amount;SKU;Item Name;Quantity;Item Cost',
        `${byItem};Abgeschlossen;01.07.2024 10:00;Ada;Byron;Main Street 1;Berlin;DE;${mail('item')};1.030,50;A-1;Lamp;2;500,25`,
        `${byItem};Abgeschlossen;01.07.2024 10:00;Ada;Byron;Main Street 1;Berlin;DE;;1.030,50;A-2;Bulb;1;30,00`,
      ),
      { currency: 'eur' },
    )
    expect((await orderOf(numbered)).items).toMatchObject([
      { title: 'A', subtotal: 1200, total: 1000 },
      { title: 'B', quantity: 2, total: 2000 },
    ])
    expect(await orderOf(byItem)).toMatchObject({
      ...{ total: 103050, status: null, old_status: 'Abgeschlossen', currency_code: 'eur' },
      items: [{ title: 'Lamp', sku: 'A-1', quantity: 2, subtotal: 100050 }, { title: 'Bulb' }],
    })
  })
})

describe('past orders of a customer', () => {
  const CUSTOMERS = 'First Name,Last Name,Email,Accepts Email Marketing'

  async function importedWithOrder() {
    const [number, email] = [newNumber(), mail('linked')]
    await importAll('past-order-import', lines(SHOPIFY, firstRow(number, email)))
    await importAll('customer-import', lines(CUSTOMERS, `Ada,Byron,${email},no`))
    const { id } = await customerOf(email)
    return { number, email, id }
  }

  test('are linked to imported customers in either order, and shown in their account', async () => {
    const { number, email, id } = await importedWithOrder()
    const second = newNumber()
    await importAll(
      'past-order-import',
      lines(SHOPIFY, firstRow(second, email, { 'Created at': '2025-01-01 00:00:00 +0000' })),
    )
    expect((await pastOrders(`customer_id=${id}`)).map((order) => order.number)).toEqual([second, number])
    await expectSuccess(shop.admin.post(`/admin/customers/${id}`, { password: 'a long password' }))
    const me = new CookieClient(shop.url)
    expect((await me.post('/store/auth', { email, password: 'a long password' })).status).toBe(200)
    const { past_orders } = await expectSuccess(me.get('/store/customers/me/past-orders'))
    expect(past_orders.map((order) => [order.number, order.total, 'details' in order])).toEqual([
      [second, 5300, false],
      [number, 5300, false],
    ])
  })

  test('are not shown to an account whose e-mail address may be unverified, but to an administrator', async () => {
    const [number, me] = [newNumber(), await shop.given.customer()]
    const { id, email } = me
    await importAll('past-order-import', lines(SHOPIFY, firstRow(number, email)))
    expect(await pastOrders(`customer_id=${id}`)).toMatchObject([{ number, customer_id: null }])
    expect((await me.get('/store/customers/me/past-orders')).body).toMatchObject({ past_orders: [], count: 0 })
  })

  test('are in the export of the customer and are erased with the customer', async () => {
    const { number, email, id } = await importedWithOrder()
    const exported = await expectSuccess(shop.admin.post(`/admin/customers/${id}/export`, {}))
    expect(exported.rows).toMatchObject({ past_order: [{ number, email }], imported_customer: [{ source: 'shopify' }] })
    await expectSuccess(shop.admin.post(`/admin/customers/${id}/erase`, {}))
    expect(await orderOf(number)).toBeUndefined()
    expect((await expectSuccess(shop.admin.get(`/admin/customers/${id}/imported`))).imported_customer).toBeNull()
  })

  test('stay after the undo of the customers, and go with the undo of the orders', async () => {
    const [number, email] = [newNumber(), mail('undo')]
    const orders = await importAll('past-order-import', lines(SHOPIFY, firstRow(number, email)))
    const customers = await importAll('customer-import', lines(CUSTOMERS, `Ada,Byron,${email},no`))
    expect((await undo(customers)).result.operations).toEqual({ CUSTOMER_DELETE: 1 })
    expect(await orderOf(number)).toMatchObject({ customer_id: null })
    expect((await undo(orders)).result.operations).toEqual({ PAST_ORDER_DELETE: 1 })
    expect(await orderOf(number)).toBeUndefined()
  })
})
