import { defineShop } from 'cartwright'
import { openTestShop } from 'cartwright/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { storefront } from '../../../plugins/storefront/index.ts'
import { resizePictures } from '../../../plugins/storefront/pictures/resize-pictures.ts'

test('the sizes of a picture disappear a day after the last product has shown it', async () => {
  await using shop = await openTestShop(defineShop({ plugins: [storefront()] }))
  const { products } = await shop.admin.products.list.query({ limit: 1 })
  const id = products[0]?.id ?? ''
  const png = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(png)]), 'red.png')
  const headers = { authorization: `Bearer ${shop.token}` }
  const answer = await fetch(`${shop.url}/admin/uploads`, { method: 'POST', body: form, headers })
  const { uploads } = (await answer.json()) as { uploads: { url: string }[] }
  await shop.admin.products.update.mutate({ id, thumbnail: uploads[0]?.url })
  await shop.runJobs()
  const sizes = () => shop.orm.em.fork().execute<{ src: string }[]>('select src from storefront_picture')
  const [stored] = await sizes()
  const statusOf = async () => (await fetch(new URL(stored?.src ?? '', shop.url))).status
  expect(await statusOf()).toBe(200)
  await shop.admin.products.update.mutate({ id, thumbnail: null })
  await shop.runJob(resizePictures, {})
  expect(await sizes()).toHaveLength(1)
  await shop.setTime(new Date(Date.now() + 25 * 60 * 60 * 1000))
  await shop.runJob(resizePictures, {})
  expect([await sizes(), await statusOf()]).toEqual([[], 404])
})
