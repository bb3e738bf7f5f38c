import { type MikroORM, raw } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Currency } from '#entities/market/currency/currency.ts'
import { PublishableApiKey } from '#entities/market/publishable-api-key/publishable-api-key.ts'
import { Country } from '#entities/market/region/country.ts'
import { Region } from '#entities/market/region/region.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import type { RefusalReason } from '#entities/refusal-reasons.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ending = new AsyncDisposableStack()
let orm: MikroORM
beforeAll(async () => {
  orm = ending.use(await openClone()).orm
  await create({ id: 'reg_1' })
})
afterAll(() => ending.disposeAsync())

async function create(columns: object): Promise<void> {
  const em = orm.em.fork()
  em.create(Region, { name: 'EU', currency_code: 'eur', tax_rate: 0, ...columns })
  await em.flush()
}

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error) => toDomainError(error),
  )

test.each([
  ['a duplicate row', () => create({ id: 'reg_1' }), 'duplicate_error', 'Region with id reg_1 already exists.'],
  [
    'a missing reference',
    () => create({ currency_code: 'xxx' }),
    'not_found',
    'Currency with currency_code xxx does not exist.',
  ],
  [
    'a deletion of a referenced row',
    () => orm.em.fork().nativeDelete(Currency, { code: 'eur' }),
    'not_allowed',
    'Currency cannot be deleted because other records refer to it',
  ],
  [
    'a null in a required column',
    () => orm.em.fork().nativeUpdate(Region, { id: 'reg_1' }, { name: raw('null') }),
    'invalid_data',
    "Can't insert null value in field name on insert in table region",
  ],
  [
    'a number out of range',
    () => orm.em.fork().nativeUpdate(Country, {}, { num_code: 1099511627776 }),
    'invalid_data',
    'A number is too large or too small to be stored',
  ],
  [
    'a date out of range',
    () => orm.em.fork().find(Region, { created_at: { $gt: new Date(8.64e15) } }),
    'invalid_data',
    'A date is not valid. Use a date between the years 1 and 9999.',
  ],
  [
    'a NUL character',
    () => orm.em.fork().find(Region, { name: 'a\0b' }),
    'invalid_data',
    'A text contains a character that cannot be stored',
  ],
  [
    'a NUL character in JSON',
    () => create({ metadata: { a: '\0' } }),
    'invalid_data',
    'A text contains a character that cannot be stored',
  ],
  [
    'half a surrogate pair in JSON',
    () => create({ metadata: { a: '\ud800' } }),
    'invalid_data',
    'A text contains a character that cannot be stored',
  ],
])('%s is translated into a domain error', async (_, work, kind, message) => {
  expect(await refusalOf(work())).toMatchObject({ kind, message })
})

function createCustomers(): Promise<void> {
  const em = orm.em.fork()
  for (const id of ['cus_1', 'cus_2']) em.create(Customer, { id, email: 'ada@example.com', has_account: true })
  return em.flush()
}

function createKey(columns: object): Promise<void> {
  const em = orm.em.fork()
  em.create(PublishableApiKey, { title: 'Web', ...columns })
  return em.flush()
}

test.each<[string, () => Promise<unknown>, RefusalReason]>([
  ['a duplicate value', () => create({ id: 'reg_1' }), { name: 'value_exists', field: 'id', value: 'reg_1' }],
  ['a duplicate combination of values', createCustomers, { name: 'record_exists' }],
  [
    'a number out of range',
    () => orm.em.fork().nativeUpdate(Country, {}, { num_code: 1099511627776 }),
    { name: 'value_out_of_range' },
  ],
  ['a value that a check forbids', () => createKey({ revoked_by: 'usr_1' }), { name: 'value_not_allowed' }],
])('%s has a reason', async (_, work, reason) => {
  expect((await refusalOf(work()))?.reason).toEqual(reason)
})

test('an unexpected error is not translated', async () => {
  expect(await refusalOf(orm.em.fork().execute('select nonsense'))).toBeUndefined()
  expect(toDomainError(new Error('x'))).toBeUndefined()
  expect(toDomainError(undefined)).toBeUndefined()
})
