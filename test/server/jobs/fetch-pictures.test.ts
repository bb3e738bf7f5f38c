import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { RemotePicture } from '#entities/catalogue/import-export/pictures/remote-picture.ts'
import { HEAD_SIZE } from '#entities/platform/file/picture-content.ts'
import { fetchPicture } from '#server/jobs/fetch-picture.ts'
import { addMember } from '#test/support/add-member.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { runJob, storeFile } from '#test/support/jobs.ts'
import { readCatalogueRows } from '#test/support/read-catalogue-rows.ts'

const { shop, productByHandle } = await useImportShop()

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

const answers: Record<string, (response: ServerResponse) => void> = {
  '/hat.png': (response) => response.end(PNG),
  '/moved.png': (response) => response.writeHead(302, { location: '/hat.png' }).end(),
  '/loop.png': (response) => response.writeHead(302, { location: '/loop.png' }).end(),
  '/page.png': (response) => response.end('<html>not found</html>'),
  '/phone.png': (response) => response.end(Buffer.from('0000001c6674797068656963000000006d696631', 'hex')),
  '/text.png': (response) => response.end('Not a picture'),
  '/busy.png': (response) => response.writeHead(503).end(),
  '/huge.png': (response) => response.end(Buffer.concat([PNG, Buffer.alloc(21 * 1024 * 1024)])),
}
const server = createServer((request, response) => {
  const answer = answers[request.url ?? '']
  if (answer) answer(response)
  else response.writeHead(404).end()
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
afterAll(() => server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function importPictures(handle: string, ...paths: string[]) {
  const rows = paths.map((path, i) => `${handle},${i === 0 ? 'Hat,9' : ','},${origin}${path}`)
  const fileKey = await storeFile(shop, `Handle,Title,Variant Price,Image Src\n${rows.join('\n')}\n`)
  return runJob(shop, 'product-import', { fileKey, currency: 'eur' })
}

const picturesOf = async ({ id }: { id: string }) =>
  (await shop.admin.get(`/admin/batch-jobs/${id}/pictures`)).body.pictures

test('pictures are stored in the shop, and the product gets their new addresses', async () => {
  const handle = uniqueName('pictured')
  const job = await importPictures(handle, '/hat.png', '/moved.png')
  expect(job.result.notices.map(({ message }) => message)).toContain(
    `2 pictures will be fetched in the background, from ${origin.replace('http://', '')}.`,
  )
  expect(await picturesOf(job)).toEqual({ waiting: 0, stored: 2, failed: 0, failures: [] })
  const { thumbnail, images } = await productByHandle(handle)
  expect(images.map(({ url }) => url)).toEqual([
    expect.stringMatching(/^http.+\/uploads\/public\/hat-\w+\.png$/),
    expect.stringMatching(/^http.+\/uploads\/public\/moved-\w+\.png$/),
  ])
  expect(thumbnail).toBe(images[0]?.url)
  const picture = await fetch(thumbnail ?? '')
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG)
})

test('a second import fetches no picture again and changes nothing', async () => {
  const handle = uniqueName('pictured')
  await importPictures(handle, '/hat.png')
  const before = await readCatalogueRows(shop)
  const job = await importPictures(handle, '/hat.png')
  expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 0, PRODUCT_UPDATE: 0 })
  expect(await readCatalogueRows(shop)).toEqual(before)
})

test('the picture of a variant becomes its picture in the shop, and the import can still be undone', async () => {
  const handle = uniqueName('pictured')
  const rows = [`${handle},Hat,Size,S,9,${origin}/hat.png,${origin}/hat.png`, `${handle},,,M,9,,${origin}/moved.png`]
  const text = `Handle,Title,Option1 Name,Option1 Value,Variant Price,Image Src,Variant Image\n${rows.join('\n')}\n`
  const importAll = async () =>
    runJob(shop, 'product-import', { fileKey: await storeFile(shop, text), currency: 'eur' })
  const { id: batch_job_id } = await importAll()
  const { images, variants } = await productByHandle(handle)
  expect(variants.map(({ thumbnail }) => thumbnail)).toEqual(images.map(({ url }) => url))
  expect(variants[1]?.thumbnail).toMatch(/\/uploads\/public\/moved-\w+\.png$/)
  expect((await importAll()).result.operations).toMatchObject({ PRODUCT_UPDATE: 0, VARIANT_UPDATE: 0 })
  const undo = await runJob(shop, 'import-undo', { batch_job_id })
  expect(undo.result.operations).toEqual({ PRODUCT_DELETE: 1, PRODUCT_RESTORE: 0 })
})

test('failed pictures are listed with their reason, keep their address, and can be fetched again', async () => {
  const handle = uniqueName('pictured')
  const job = await importPictures(
    handle,
    '/late.png',
    '/page.png',
    '/loop.png',
    '/huge.png',
    '/busy.png',
    '/phone.png',
    '/text.png',
  )
  const { failures, ...counts } = await picturesOf(job)
  expect(counts).toEqual({ waiting: 1, stored: 0, failed: 6 })
  const failure = (path: string, error: string, reason: object) => ({ url: `${origin}${path}`, error, reason, handle })
  expect(failures).toEqual([
    failure('/huge.png', 'The picture is larger than 20 MB.', { name: 'picture_too_large', maximum: 20 }),
    failure('/late.png', 'The server answered with the status 404.', { name: 'picture_status', status: 404 }),
    failure('/loop.png', 'The server redirects too often.', { name: 'picture_redirects' }),
    failure('/page.png', 'The server sent a web page instead of a picture.', { name: 'picture_is_page' }),
    failure('/phone.png', 'Browsers do not show HEIC pictures. Save the picture as JPEG.', {
      name: 'picture_format_hidden',
      format: 'HEIC',
    }),
    failure('/text.png', 'The file is not a picture.', { name: 'picture_unreadable' }),
  ])
  expect((await productByHandle(handle)).images[0]?.url).toBe(`${origin}/late.png`)

  answers['/late.png'] = (response) => response.end(PNG)
  const retried = await shop.admin.post(`/admin/batch-jobs/${job.id}/pictures/retry`, {})
  expect(retried.body.pictures).toMatchObject({ waiting: 7, failed: 0 })
  await shop.runJobs()
  expect(await picturesOf(job)).toMatchObject({ waiting: 1, stored: 1, failed: 5 })
  expect((await productByHandle(handle)).images[0]?.url).toMatch(/\/uploads\/public\/late-/)
})

test('a picture that the shop cannot store ends its request at once, and is fetched again later', async () => {
  const handle = uniqueName('pictured')
  const closed = Promise.withResolvers<void>()
  answers['/endless.png'] = (response) => {
    response.once('close', () => closed.resolve())
    response.write(Buffer.concat([PNG, Buffer.alloc(HEAD_SIZE)]))
  }
  const fileKey = await storeFile(shop, `Handle,Title,Variant Price,Image Src\n${handle},Hat,9,${origin}/endless.png\n`)
  const write = vi.spyOn(shop.files, 'write').mockRejectedValueOnce(new Error('The bucket is full'))
  const started = Date.now()
  const job = await runJob(shop, 'product-import', { fileKey, currency: 'eur' })
  await closed.promise
  write.mockRestore()
  expect(Date.now() - started).toBeLessThan(15_000)
  expect(await picturesOf(job)).toMatchObject({ waiting: 1, stored: 0, failed: 0 })
  answers['/endless.png'] = (response) => response.end(PNG)
  await changeRows(shop, RemotePicture, { source_url: `${origin}/endless.png` }, { next_attempt_at: daysAgo(1) })
  await shop.makeJobsDue()
  await shop.runJobs()
  expect(await picturesOf(job)).toMatchObject({ waiting: 0, stored: 1 })
}, 60_000)

test('an administrator cannot read or retry the pictures of an import that another one made', async () => {
  const job = await importPictures(uniqueName('pictured'), '/hat.png')
  const other = await addMember(shop)
  expect((await other.get(`/admin/batch-jobs/${job.id}/pictures`)).status).toBe(400)
  expect((await other.post(`/admin/batch-jobs/${job.id}/pictures/retry`, {})).status).toBe(400)
  expect((await shop.admin.get('/admin/batch-jobs/batch_none/pictures')).status).toBe(404)
})

test('an address of a private network is refused', async () => {
  const read = (url: string) => fetchPicture(url, { targets: 'public', signal: AbortSignal.timeout(5000) })
  await expect(read(`${origin}/hat.png`)).rejects.toThrow('The address leads to a private network.')
  await expect(read('http://localhost/hat.png')).rejects.toThrow('The address leads to a private network.')
  await expect(read('file:///etc/passwd')).rejects.toThrow('The address is not valid.')
})
