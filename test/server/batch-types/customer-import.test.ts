import { describe, expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { Event } from '#entities/platform/event/event.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, uniqueName } from '#test/support/import-shop.ts'
import { readFileText, readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import { lines, noticesOf, useOldShop } from '#test/support/old-shop.ts'

const { shop, importFile, importAll, checkFile, undo, customerOf, tokens } = await useOldShop()

const mail = (name: string) => `${uniqueName(name).toLowerCase()}@example.com`

const SHOPIFY =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'

/** One row in the columns of Shopify. */
const shopifyRow = (
  email: string,
  { id = '7001', tags = 'vip', phone = "'+49 30 1234", note = 'Rings twice', street = 'Main Street 1' } = {},
) =>
  `'${id},Ada,Byron,${email},yes,Analytic Ltd,${street},,Berlin,BE,DE,'01234,${phone},${phone},no,120.50,3,"${note}",no,"${tags}"`

describe('a Shopify export', () => {
  test('becomes accounts without a password, with address, consent, note and tags', async () => {
    const email = mail('Ada')
    const job = await importAll(
      'customer-import',
      `\ufeff${lines(SHOPIFY, shopifyRow(email.toUpperCase(), { tags: 'vip, wholesale' }))}`,
    )
    expect(job.result.operations).toEqual({ CUSTOMER_CREATE: 1, CUSTOMER_UPDATE: 0 })
    const customer = await customerOf(email)
    expect(customer).toMatchObject({
      ...{ first_name: 'Ada', last_name: 'Byron', phone: '+49 30 1234', has_account: true, groups: [] },
      metadata: { accepts_marketing: true, accepts_sms_marketing: false },
    })
    expect(customer.shipping_addresses).toMatchObject([
      {
        ...{ first_name: 'Ada', company: 'Analytic Ltd', address_1: 'Main Street 1', address_2: null, city: 'Berlin' },
        ...{ province: 'BE', country_code: 'de', postal_code: '01234' },
      },
    ])
    expect(customer.billing_address_id).toBe(customer.shipping_addresses[0].id)
    const { imported_customer } = await expectSuccess(shop.admin.get(`/admin/customers/${customer.id}/imported`))
    expect(imported_customer).toEqual({
      ...{ customer_id: customer.id, batch_job_id: job.id, source: 'shopify', external_id: '7001' },
      ...{ note: 'Rings twice', tags: ['vip', 'wholesale'], is_tax_exempt: false },
    })
    expect((await shop.post('/store/auth', { email, password: '' })).status).toBeGreaterThanOrEqual(400)
  })

  test('is described by the check, which changes nothing', async () => {
    const [email, registered] = [mail('new'), mail('registered')]
    await shop.admin.post('/admin/customers', {
      email: registered,
      first_name: 'Old',
      last_name: 'Name',
      password: 'a long password',
    })
    const job = await checkFile(
      'customer-import',
      lines(
        SHOPIFY,
        shopifyRow(email),
        shopifyRow(email.toUpperCase()),
        shopifyRow(registered),
        shopifyRow(''),
        shopifyRow('not an address'),
        shopifyRow(mail('short'), { phone: '1.23E+10' }),
        shopifyRow(mail('cityonly'), { street: '' }),
      ),
    )
    expect(job.result.operations).toEqual({ CUSTOMER_CREATE: 3, CUSTOMER_UPDATE: 0 })
    expect(noticesOf(job)).toEqual([
      'Shopify export: 4 customers.',
      `1 account of the shop stays as it is: ${registered}.`,
      'Not imported, because a row above has the same e-mail address: 1 (rows 3).',
      'Not imported, because the customer has no e-mail address: 1 (rows 5).',
      'Not imported, because the e-mail address is not valid: 1 (rows 6).',
      'Imported without a phone number, because a spreadsheet has replaced its digits: 1 (rows 7).',
      'Imported without an address, because it has no street: 1 (rows 8).',
      'Not imported, because the shop has no such columns: Total Spent (7), Total Orders (7).',
    ])
    expect(await customerOf(email)).toBeUndefined()
    expect(await customerOf(registered)).toMatchObject({ first_name: 'Old' })
  })

  test('can be repeated without doubles, and changes only customers without a password', async () => {
    const email = mail('again')
    const file = lines(SHOPIFY, shopifyRow(email))
    await importAll('customer-import', file)
    const before = await customerOf(email)
    expect((await importAll('customer-import', file)).result.operations).toEqual({
      CUSTOMER_CREATE: 0,
      CUSTOMER_UPDATE: 0,
    })
    expect(await customerOf(email)).toEqual(before)
    const changed = await importAll(
      'customer-import',
      lines(SHOPIFY, shopifyRow(email, { street: 'Side Street 2', note: 'Moved' })),
    )
    expect(changed.result.operations).toEqual({ CUSTOMER_CREATE: 0, CUSTOMER_UPDATE: 1 })
    expect(noticesOf(changed)).toContain(`1 customer of an earlier import gets the values of this file: ${email}.`)
    const { shipping_addresses } = await customerOf(email)
    expect(shipping_addresses.map((address) => address.address_1)).toEqual(['Main Street 1', 'Side Street 2'])
    await expectSuccess(shop.admin.post(`/admin/customers/${before.id}`, { password: 'a long password' }))
    const kept = await importAll('customer-import', lines(SHOPIFY, shopifyRow(email, { note: 'Once more' })))
    expect(kept.result.operations).toEqual({ CUSTOMER_CREATE: 0, CUSTOMER_UPDATE: 0 })
    expect(noticesOf(kept)).toContain(`1 account of the shop stays as it is: ${email}.`)
  })

  test('gives customers their tags, changes them with the file, and keeps those of the shop', async () => {
    const email = mail('tagged')
    const importTags = (tags: string) => importAll('customer-import', lines(SHOPIFY, shopifyRow(email, { tags })))
    await importTags(`VIP,  Big   Buyer, ${'x'.repeat(41)}`)
    const { id, tags } = await customerOf(email)
    expect(tags).toEqual(['big buyer', 'vip'])
    await expectSuccess(shop.admin.post('/admin/customers/tags', { ids: [id], add: ['ours'], remove: ['big buyer'] }))
    expect((await importTags('VIP, Press')).result.operations).toMatchObject({ CUSTOMER_UPDATE: 1 })
    expect((await customerOf(email)).tags).toEqual(['ours', 'press', 'vip'])
    await importTags('Press')
    expect((await customerOf(email)).tags).toEqual(['ours', 'press'])
    expect((await importTags('Press')).result.operations).toMatchObject({ CUSTOMER_UPDATE: 0 })
    const found = await expectSuccess(shop.admin.get('/admin/customers?q=press'))
    expect(found.customers.map((customer: { id: string }) => customer.id)).toContain(id)
  })

  test('removes lost tags in each spelling, and no tags of the shop for those of a file', async () => {
    const email = mail('manytags')
    const importTags = (tags: string) => importAll('customer-import', lines(SHOPIFY, shopifyRow(email, { tags })))
    await importTags('Cafe\u0301  au   lait, vip')
    const { id, tags } = await customerOf(email)
    expect(tags).toEqual(['caf\u00e9 au lait', 'vip'])
    const ours = Array.from({ length: 48 }, (_, i) => `ours ${String(i).padStart(2, '0')}`)
    await expectSuccess(shop.admin.post('/admin/customers/tags', { ids: [id], add: ours, remove: [] }))
    await importTags('vip, a, b, c')
    expect((await customerOf(email)).tags).toEqual(['a', ...ours, 'vip'])
  })

  test('adds customers to groups of their tags on request, and creates missing groups', async () => {
    const [email, group] = [mail('grouped'), uniqueName('Wholesale')]
    const file = lines(SHOPIFY, shopifyRow(email, { tags: group }))
    expect(noticesOf(await checkFile('customer-import', file, { tags_to_groups: true }))).toContain(
      `New customer groups: ${group}.`,
    )
    await importAll('customer-import', file, { tags_to_groups: true })
    expect((await customerOf(email)).groups).toMatchObject([{ name: group }])
    await importAll('customer-import', file, { tags_to_groups: true })
    expect((await customerOf(email)).groups).toHaveLength(1)
  })

  test('in the older columns is recognized too', async () => {
    const email = mail('older')
    await importAll(
      'customer-import',
      lines(
        'First Name,Last Name,Email,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Accepts Marketing,Total Spent,Total Orders,Tags,Note,Tax Exempt',
        `Ada,Byron,${email},,Main Street 1,,Wien,,,Austria,,1010,,no,0.00,0,,,no`,
      ),
    )
    expect(await customerOf(email)).toMatchObject({
      metadata: { accepts_marketing: false },
      shipping_addresses: [{ city: 'Wien', country_code: 'at', postal_code: '1010' }],
    })
  })
})

describe('a WooCommerce export', () => {
  test('of Analytics becomes accounts without addresses', async () => {
    const email = mail('report')
    const job = await importAll(
      'customer-import',
      lines(
        'Name,Username,Last Active,Sign Up,Email,Orders,Total Spend,AOV,Country / Region,City,Region,Postal Code',
        `"Ada van Byron",ada,2026-01-02 10:00:00,2025-01-02,${email},3,99.00,33.00,DE,Berlin,BE,10115`,
      ),
    )
    expect(await customerOf(email)).toMatchObject({ first_name: 'Ada van', last_name: 'Byron', shipping_addresses: [] })
    expect(noticesOf(job)).toContain('Imported without an address, because it has no street: 1 (rows 2).')
  })

  test('of an extension becomes accounts with two addresses, and equal ones once', async () => {
    const [email, other] = [mail('two'), mail('one')]
    const part = (side: string) =>
      [
        'first_name',
        'last_name',
        'company',
        'address_1',
        'address_2',
        'city',
        'state',
        'postcode',
        'country',
        'phone',
      ].map((name) => `${side}_${name}`)
    await importAll(
      'customer-import',
      lines(
        ['customer_id', 'email', 'date_registered', ...part('billing'), ...part('shipping'), 'total_spent'].join(';'),
        `12;${email};2025-01-02;Ada;Byron;;Main Street 1;;Berlin;BE;10115;DE;030;Ada;Byron;;Side Street 2;;Potsdam;BB;14467;DE;;10`,
        `13;${other};2025-01-02;Eve;Gray;;Main Street 1;;Berlin;BE;10115;DE;;Eve;Gray;;Main Street 1;;Berlin;BE;10115;DE;;10`,
      ),
    )
    const customer = await customerOf(email)
    expect(customer.shipping_addresses.map(({ city }) => city)).toEqual(['Berlin', 'Potsdam'])
    expect((await customerOf(other)).shipping_addresses).toHaveLength(1)
  })
})

test('an imported customer asks for a password by e-mail, sets it, and logs in', async () => {
  const email = mail('forgotten')
  await importAll('customer-import', lines(SHOPIFY, shopifyRow(email)))
  expect((await shop.post('/store/customers/password-token', { email })).status).toBe(204)
  await shop.runJobs()
  const token = tokens.get(email)
  await expectSuccess(shop.post('/store/customers/password-reset', { email, token, password: 'a long password' }))
  expect(
    (await shop.post('/store/customers/password-reset', { email, token, password: 'another password' })).status,
  ).toBe(401)
  expect((await shop.post('/store/auth', { email, password: 'a long password' })).status).toBe(200)
})

test('an import announces no customer, so no welcome is sent', async () => {
  const email = mail('silent')
  await importAll('customer-import', lines(SHOPIFY, shopifyRow(email)))
  const { id } = await customerOf(email)
  const events = await shop.orm.em.fork().find(Event, { name: { $like: 'customer.%' } })
  expect(events.filter(({ payload }) => payload.id === id)).toEqual([])
})

test('a file of another kind, and a broken one, are refused and not kept', async () => {
  const orders = await importFile(
    'customer-import',
    lines('Name,Email,Lineitem name,Lineitem quantity', '#1,a@example.com,Mug,1'),
  )
  expect(errorMessagesOf(orders)).toEqual([
    'The file is no export of customers of Shopify or WooCommerce. Its columns are Name, Email, Lineitem name, Lineitem quantity',
  ])
  const fileKey = await storeFile(shop, `${SHOPIFY}\r\n"1,Ada`)
  const quote = await runJob(shop, 'customer-import', { fileKey })
  expect(quote.status).toBe('failed')
  await expect(readFileText(shop, fileKey)).rejects.toThrow()
})

describe('the undo', () => {
  test('deletes the customers of the import with their addresses, and a second import creates them again', async () => {
    const email = mail('undone')
    const file = lines(SHOPIFY, shopifyRow(email))
    const job = await importAll('customer-import', file)
    expect((await undo(job)).result.operations).toEqual({ CUSTOMER_DELETE: 1 })
    expect(await customerOf(email)).toBeUndefined()
    expect((await importAll('customer-import', file)).result.operations).toMatchObject({ CUSTOMER_CREATE: 1 })
  })

  test('keeps and lists customers with orders, notes or a password', async () => {
    const [ordered, noted, secured, free] = ['ordered', 'noted', 'secured', 'free'].map(mail) as [
      string,
      string,
      string,
      string,
    ]
    const job = await importAll(
      'customer-import',
      lines(SHOPIFY, ...[ordered, noted, secured, free].map((email) => shopifyRow(email))),
    )
    const idOf = async (email: string) => (await customerOf(email)).id
    await expectSuccess(
      shop.admin.post('/admin/notes', { resource_id: await idOf(noted), resource_type: 'customer', value: 'Called' }),
    )
    await expectSuccess(shop.admin.post(`/admin/customers/${await idOf(secured)}`, { password: 'a long password' }))
    const order = await shop.given.order()
    await changeRows(shop, Order, { id: order.id }, { customer_id: await idOf(ordered) })
    const undone = await undo(job)
    expect(undone.result.operations).toEqual({ CUSTOMER_DELETE: 1 })
    expect(noticesOf(undone).sort()).toEqual([
      `1 customer stays, because they have set a password: ${secured}.`,
      `2 customers stay, because they have orders, carts or notes: ${[noted, ordered].sort().join(', ')}.`,
    ])
    expect(await customerOf(free)).toBeUndefined()
    expect(await customerOf(ordered)).toBeDefined()
  })

  test('deletes many customers in parts, and lists the kept ones of all parts', async () => {
    const emails = Array.from({ length: 1020 }, () => mail('many'))
    const job = await importAll('customer-import', lines(SHOPIFY, ...emails.map((email) => shopifyRow(email))))
    const kept = [emails[3], emails[1010]] as [string, string]
    for (const email of kept) {
      const note = { resource_id: (await customerOf(email)).id, resource_type: 'customer', value: 'Called' }
      await expectSuccess(shop.admin.post('/admin/notes', note))
    }
    const check = await startJob(shop.admin, 'customer-import-undo', { batch_job_id: job.id }, true)
    await shop.runJobs()
    const notices = [`2 customers stay, because they have orders, carts or notes: ${kept.join(', ')}.`]
    const checked = await readJob(shop.admin, check)
    expect([checked.result.operations, noticesOf(checked)]).toEqual([{ CUSTOMER_DELETE: 1018 }, notices])
    expect(await customerOf(emails[0]!)).toBeDefined()
    const undone = await undo(job)
    expect([undone.result.operations, noticesOf(undone)]).toEqual([{ CUSTOMER_DELETE: 1018 }, notices])
    expect(await customerOf(emails[0]!)).toBeUndefined()
    expect((await undo(job)).result.operations).toEqual({ CUSTOMER_DELETE: 0 })
  }, 60_000)

  test('ends after a day, and needs an import of customers', async () => {
    const job = await importAll('customer-import', lines(SHOPIFY, shopifyRow(mail('late'))))
    const ask = (type: string) => shop.admin.post('/admin/batch-jobs', { type, context: { batch_job_id: job.id } })
    expect((await ask('past-order-import-undo')).body.message).toBe('Only a completed import can be undone')
    await changeRows(shop, BatchJob, { id: job.id }, { completed_at: daysAgo(2) })
    expect((await ask('customer-import-undo')).body.message).toBe('An import can be undone within a day')
  })
})
