import { expect, test } from 'vitest'
import type { FileKey } from '#entities/platform/file/file-key.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { fake } from '#test/support/fake.ts'
import { openTestShop } from '#test/support/shop.ts'

const files = fake<FileStore>({
  stat: async (key: FileKey) =>
    key.includes('missing') ? undefined : { key, size: 1, url: `https://files.example.com/${key}` },
})

test('the address of a public file leads to another file store', async () => {
  await using shop = await openTestShop({ files })
  const get = (key: string) => fetch(`${shop.url}/uploads/${key}`, { redirect: 'manual' })
  const found = await get('public/tea.png')
  expect([found.status, found.headers.get('location')]).toEqual([302, 'https://files.example.com/public/tea.png'])
  for (const key of [
    'public/missing.png',
    'protected/tea.pdf',
    'exports/orders.csv',
    'public/..%2Fprotected%2Ftea.pdf',
  ])
    expect((await get(key)).status, key).toBe(404)
})
