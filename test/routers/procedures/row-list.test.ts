import { expect, test } from 'vitest'
import { pagingParams } from '#routers/inputs/query.ts'
import { adminList } from '#routers/procedures/row-list.ts'
import { CurrencyResource } from '#routers/resources/region.ts'

test('a list has a page size or the parameters of its page, but not both', () => {
  const lists = [
    adminList('currencies', CurrencyResource, {}, { pageSize: 5 }),
    adminList('currencies', CurrencyResource, {}, { page: pagingParams(5) }),
    // @ts-expect-error The parameters of the page already contain its size.
    adminList('currencies', CurrencyResource, {}, { page: pagingParams(5), pageSize: 10 }),
  ]
  expect(lists).toHaveLength(3)
})
