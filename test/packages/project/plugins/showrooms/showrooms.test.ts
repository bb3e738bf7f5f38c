import { openTestShop, promises } from 'cartwright/testing'
import { expect, test } from 'vitest'
import { shop } from '../../shop.ts'

test('a new shop has no showrooms', async () => {
  await using opened = await openTestShop(shop)
  expect(await opened.store.showrooms.list.query()).toEqual({ cities: [] })
})

for (const { name, check } of promises(shop, 'showrooms')) test(name, check)
