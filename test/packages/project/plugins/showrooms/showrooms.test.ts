import { defineShop } from 'cartwright'
import { openTestShop, promises } from 'cartwright/testing'
import { expect, test } from 'vitest'
import { showrooms } from './index.ts'

const shop = defineShop({ plugins: [showrooms] })
const env = { SHOWROOM_OPENING: '10:00' }

test('a new shop has no showrooms', async () => {
  await using opened = await openTestShop(shop, { env })
  expect(await opened.store.showrooms.list.query()).toEqual({ cities: [] })
})

for (const { name, check } of promises(shop, 'showrooms', { env })) test(name, check)
