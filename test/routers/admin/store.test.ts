import { expect, test } from 'vitest'
import { LINK_TEMPLATES } from '#entities/market/store/store.ts'
import { addMember } from '#test/support/add-member.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Reply } from '#test/support/reply.ts'
import { openTestShop } from '#test/support/shop.ts'

const codes = (store: { currencies: { code: string }[] }) => store.currencies.map(({ code }) => code)

test('the store returns its settings', async () => {
  await using shop = await openTestShop()
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  expect(store).toMatchObject({
    default_currency_code: 'usd',
    default_currency: { code: 'usd' },
    default_sales_channel: { id: store.default_sales_channel_id },
    feature_flags: [
      'order_editing',
      'product_categories',
      'publishable_api_keys',
      'sales_channels',
      'tax_inclusive_pricing',
    ].map((key) => ({ key, value: true })),
    modules: [],
    payment_providers: [{ id: 'manual', is_installed: true }],
    fulfillment_providers: [{ id: 'manual', is_installed: true }],
  })
  expect((await expectSuccess(shop.admin.get('/admin/store/payment-providers'))).payment_providers).toHaveLength(1)
  expect((await expectSuccess(shop.admin.get('/admin/store/tax-providers'))).tax_providers).toEqual([])
})

test('an anonymous caller can neither read nor update the store', async () => {
  await using shop = await openTestShop()
  expect((await shop.get('/admin/store')).status).toBe(401)
  expect((await shop.post('/admin/store', { name: 'Mine' })).status).toBe(401)
})

test('an update changes only the given fields of the store', async () => {
  await using shop = await openTestShop()
  await expectSuccess(shop.admin.post('/admin/store', { name: 'Corner shop', metadata: { a: 1, b: 2 } }))
  const changes = { invite_link_template: 'https://x/{invite_token}', metadata: { b: '', c: 3 } }
  const { store } = await expectSuccess(shop.admin.post('/admin/store', changes))
  expect(store).toMatchObject({ name: 'Corner shop', ...changes, metadata: { a: 1, c: 3 } })
  const reply = await shop.admin.post('/admin/store', { name: null })
  expect([reply.status, reply.body.type]).toEqual([400, 'invalid_data'])
})

test('currencies are added and removed in any letter case', async () => {
  await using shop = await openTestShop()
  expect(codes((await expectSuccess(shop.admin.post('/admin/store/currencies/EUR'))).store)).toEqual(['eur', 'usd'])
  const again = await shop.admin.post('/admin/store/currencies/eur')
  expect([again.status, again.body]).toEqual([
    422,
    { code: 'invalid_request_error', type: 'duplicate_error', message: 'Currency already added' },
  ])
  expect(codes((await expectSuccess(shop.admin.delete('/admin/store/currencies/EUR'))).store)).toEqual(['usd'])
  expect(codes((await expectSuccess(shop.admin.delete('/admin/store/currencies/eur'))).store)).toEqual(['usd'])
})

test('the default currency cannot be removed', async () => {
  await using shop = await openTestShop()
  const defaultCurrencyError =
    'You are not allowed to remove default currency from store currencies without replacing it as well'
  const refusals: [() => Promise<Reply>, string][] = [
    [() => shop.admin.post('/admin/store', { currencies: ['eur'] }), defaultCurrencyError],
    [() => shop.admin.delete('/admin/store/currencies/usd'), defaultCurrencyError],
    [() => shop.admin.post('/admin/store', { default_currency_code: 'eur' }), 'Store does not have currency: eur'],
    [() => shop.admin.post('/admin/store', { currencies: ['usd', 'zzz'] }), 'Currency with code zzz does not exist'],
    [() => shop.admin.post('/admin/store/currencies/zzz'), 'Currency zzz not found'],
  ]
  for (const [ask, message] of refusals) {
    const reply = await ask()
    expect([reply.status, reply.body]).toEqual([400, { type: 'invalid_data', message }])
  }
  const replaced = { currencies: ['EUR', 'dkk'], default_currency_code: 'EUR' }
  const { store } = await expectSuccess(shop.admin.post('/admin/store', replaced))
  expect([codes(store), store.default_currency_code]).toEqual([['dkk', 'eur'], 'eur'])
})

test('only administrators with a session change the templates of links in mails', async () => {
  await using shop = await openTestShop()
  const templates = Object.keys((await expectSuccess(shop.admin.get('/admin/store'))).store).filter((name) =>
    name.includes('template'),
  )
  expect(templates.toSorted()).toEqual(LINK_TEMPLATES.toSorted())
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes: ['*'] }))
  const callers = [await addMember(shop), shop.as({ authorization: `Bearer ${secret}` })]
  for (const template of templates)
    for (const link of ['https://elsewhere.example/{invite_token}', null, '']) {
      await expectSuccess(shop.admin.post('/admin/store', { [template]: `https://shop.example/${template}` }))
      const message = `Only users with the role admin can change ${template}. API keys cannot.`
      for (const caller of callers)
        await expectError(caller.post('/admin/store', { name: 'Theirs', [template]: link }), 403, 'forbidden', message)
    }
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  expect(store.name).not.toBe('Theirs')
  const links = Object.fromEntries(templates.map((template) => [template, `https://shop.example/${template}`]))
  expect(store).toMatchObject(links)
  for (const caller of callers) await expectSuccess(caller.post('/admin/store', { name: 'Ours', ...links }))
})
