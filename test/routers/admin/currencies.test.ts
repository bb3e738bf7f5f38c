import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

test('the currencies are public and sorted by code', async () => {
  await using shop = await openTestShop()
  const reply = await shop.get('/admin/currencies')
  expect(reply.body).toMatchObject({ count: 120, offset: 0, limit: 20 })
  const codes = reply.body.currencies.map(({ code }: { code: string }) => code)
  expect(codes).toEqual(codes.toSorted())
  expect(reply.body.currencies[0]).toEqual({
    code: 'aed',
    symbol: 'AED',
    symbol_native: 'د.إ.\u200f',
    name: 'United Arab Emirates Dirham',
    includes_tax: false,
  })
})

test('currencies can be filtered by code and text, and sorted', async () => {
  await using shop = await openTestShop()
  const codes = async (query: string) => {
    const { currencies, count } = await expectSuccess(shop.get(`/admin/currencies?${query}`))
    return [currencies.map(({ code }: { code: string }) => code), count]
  }
  for (const query of ['code=eur', 'q=EURO', 'q=eur']) expect(await codes(query), query).toEqual([['eur'], 1])
  for (const query of ['code=EUR', 'q=%25', 'includes_tax=true']) expect(await codes(query), query).toEqual([[], 0])
  expect(await codes('order=-code&limit=1&offset=119&includes_tax=false')).toEqual([['aed'], 120])
  for (const [query, message] of [
    ['includes_tax=1', 'includes_tax must be a boolean value'],
    ['order=decimal_digits', 'Order field decimal_digits is not valid'],
    ['expand=x', 'property expand should not exist'],
  ] as const)
    await expectError(shop.get(`/admin/currencies?${query}`), 400, 'invalid_data', message)
})

test('an administrator sets whether prices in a currency include tax', async () => {
  await using shop = await openTestShop()
  const { currency } = await expectSuccess(shop.admin.post('/admin/currencies/SEK', { includes_tax: true }))
  expect(currency).toMatchObject({ code: 'sek', includes_tax: true })
  const { currencies } = (await shop.get('/admin/currencies?includes_tax=true')).body
  expect(currencies.map(({ code }: { code: string }) => code)).toEqual(['sek'])
})

test('a currency update rejects anonymous callers, unknown codes and invalid input', async () => {
  await using shop = await openTestShop()
  expect((await shop.post('/admin/currencies/sek', { includes_tax: true })).status).toBe(401)
  const refusals: [string, unknown, number, string][] = [
    ['zzz', { includes_tax: true }, 404, 'Currency with code: zzz was not found'],
    ['sek', { code: 'xxx' }, 400, 'property code should not exist'],
    ['sek', { includes_tax: 'true' }, 400, 'includes_tax must be a boolean value'],
    ['sek', { includes_tax: null }, 400, "Can't insert null value in field includes_tax on insert in table currency"],
  ]
  for (const [code, body, status, message] of refusals) {
    const reply = await shop.admin.post(`/admin/currencies/${code}`, body)
    expect([reply.status, reply.body.message]).toEqual([status, message])
  }
})
