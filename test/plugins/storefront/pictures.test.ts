import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { parseFileKey } from '#entities/platform/file/file-key.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })], demo: true })
afterAll(() => shop[Symbol.asyncDispose]())

const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#8a3f1f', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })

async function upload(name: string, content: Buffer): Promise<string> {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(content)]), name)
  const headers = { authorization: `Bearer ${shop.token}` }
  const answer = await fetch(`${shop.url}/admin/uploads`, { method: 'POST', body: form, headers })
  const { uploads } = (await answer.json()) as { uploads: { url: string }[] }
  return uploads[0]?.url ?? ''
}

/** Sets the pictures of a product of the demo, and runs the jobs. */
async function show(handle: string, images: string[]): Promise<Visitor> {
  const { products } = (await shop.get(`/store/products?handle=${handle}`)).body
  await expectSuccess(shop.admin.post(`/admin/products/${products[0]?.id}`, { thumbnail: images[0], images }))
  await shop.runJobs()
  return new Visitor(shop.url).open(`/products/${handle}`)
}

const pictureOf = ({ html }: Visitor): string => /<div class="gallery.*?<\/div>(?!<\/div>|<div)/s.exec(html)?.[0] ?? ''
const addressesIn = (html: string): string[] =>
  Array.from(html.matchAll(/\/uploads\/public\/pictures\/[^\s",]+/g), ([one]) => one)

test('a page has a photo in several sizes and formats, at addresses that caches keep', async () => {
  const original = await upload('mug.jpg', await photo(1000, 800).jpeg().toBuffer())
  const before = await new Visitor(shop.url).open('/products/stoneware-mug')
  const visitor = await show('stoneware-mug', [original])
  expect(visitor.html).not.toBe(before.html)
  const picture = pictureOf(visitor)
  expect(picture).toMatch(
    /<source type="image\/avif" srcset="[^"]+ 320w, [^"]+ 640w, [^"]+ 960w, [^"]+ 1000w" sizes="[^"]+">/,
  )
  expect(picture).toContain('width="1000" height="800" fetchpriority="high"')
  const addresses = addressesIn(picture)
  expect(addresses).toHaveLength(5)
  for (const address of addresses) {
    const answer = await fetch(shop.url + address)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const { format, width } = await sharp(await answer.arrayBuffer()).metadata()
    expect([format, width]).toEqual(
      address.endsWith('.jpg') ? ['jpeg', 1000] : ['heif', Number(/-(\d+)\.avif$/.exec(address)?.[1])],
    )
  }
  expect(visitor.html).toContain(`<meta property="og:image" content="${shop.url}${addresses.at(-1)}">`)
  const list = await new Visitor(shop.url).open('/products')
  expect(list.html).toContain(addresses[0])
})

test('a rotated photo keeps its sides and loses its position on earth', async () => {
  const exif = { IFD3: { GPSLatitude: '52/1 31/1 0/1' } }
  const visitor = await show('stoneware-mug', [
    await upload('phone.jpg', await photo(400, 300).withExif(exif).jpeg().withMetadata({ orientation: 6 }).toBuffer()),
  ])
  expect(pictureOf(visitor)).toContain('width="300" height="400"')
  const { exif: left, orientation } = await sharp(
    await (await fetch(shop.url + addressesIn(pictureOf(visitor))[0])).arrayBuffer(),
  ).metadata()
  expect([left, orientation]).toEqual([undefined, undefined])
})

test.each([
  ['a broken picture', async () => (await photo(500, 500).png().toBuffer()).subarray(0, 2000)],
  ['a picture of 100 megapixels', async () => withSize(await photo(50, 50).png().toBuffer(), 10_000)],
  ['a page that is named like a picture', async () => Buffer.from('<html><script>alert(1)</script></html>')],
  ['a drawing that is named like a photo', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an empty file', async () => Buffer.alloc(0)],
])('%s is shown as it is, and the next one is resized', async (_name, content) => {
  const { key, url } = await shop.files.write(
    parseFileKey(`public/hostile-${Math.random().toString(36).slice(2)}.png`),
    Readable.from([await content()]),
  )
  const good = await upload('good.webp', await photo(200, 200).webp().toBuffer())
  const picture = pictureOf(await show('enamel-kettle', [shop.url + url, good]))
  expect(picture).toContain(`<img class="picture" src="/uploads/${key}"`)
  expect(addressesIn(picture)).toHaveLength(2)
})

/** A PNG whose header states another size. */
function withSize(png: Buffer, size: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(size, 16)
  bytes.writeUInt32BE(size, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

test('a picture of another server is shown as it is, and the shop does not open it', async () => {
  let requests = 0
  await using server = createServer((_req, res) => {
    requests++
    res.end()
  }).listen(0)
  const { port } = server.address() as { port: number }
  const own = await upload('own.png', await photo(100, 100).png().toBuffer())
  const foreign = [
    `http://127.0.0.1:${port}/photo.png`,
    `http://127.0.0.1:${port}${new URL(own).pathname}`,
    `${shop.url}/uploads/public/../../../etc/passwd.png`,
    `${shop.url}/uploads/public/%2e%2e%2f%2e%2e%2fetc%2fpasswd.png`,
    `file:///etc/passwd.png`,
    'https://[bad.png',
    `${'x'.repeat(3000)}.png`,
    '😀.png',
  ]
  for (const address of foreign) {
    const visitor = await show('enamel-kettle', [address])
    expect(visitor.status, address).toBe(200)
    expect(addressesIn(pictureOf(visitor)), address).toHaveLength(address.includes('/uploads/public/own') ? 2 : 0)
  }
  expect(requests).toBe(0)
  const handled = await shop.orm.em.fork().execute<{ url: string }[]>('select url from storefront_picture')
  const needsJob = handled.map(({ url }) => url).filter((url) => foreign.includes(url))
  expect(needsJob).toEqual([foreign[1]])
})

test('a picture of this server has no origin, also after a change of the port', async () => {
  const path = new URL(await upload('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).pathname
  for (const origin of [shop.url, 'http://localhost:1', 'http://[::1]:9000']) {
    const visitor = await show('enamel-kettle', [origin + path])
    expect(pictureOf(visitor), origin).toContain(`src="${path}"`)
    expect(visitor.html).toContain(`<meta property="og:image" content="${shop.url}${path}">`)
  }
  for (const address of [
    'http://localhost:1/uploads/other.svg',
    `https://shop.example${path}`,
    `http://127.0.0.1.example${path}`,
  ])
    expect(pictureOf(await show('enamel-kettle', [address])), address).toContain(`src="${address}"`)
})

test('a shop with drawings only reads no sizes', async () => {
  const drawing = await upload('drawing.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const picture = pictureOf(await show('enamel-kettle', [drawing]))
  expect(picture).toContain(`<img class="picture" src="${new URL(drawing).pathname}"`)
})

test('pictures of a file store with its own address are resized, too', async () => {
  await using directory = scratchDirectory()
  const links = new FileLinks('a secret of at least thirty-two characters')
  const files = new LocalFiles({ directory: directory.path, links, url: 'https://files.example/shop' })
  await using own = await openTestShop({ plugins: [storefront()], demo: true, files })
  const content = Readable.from([await photo(100, 100).png().toBuffer()])
  const { url } = await files.write(parseFileKey('public/mug.png'), content)
  const { products } = (await own.get('/store/products?handle=stoneware-mug')).body
  await expectSuccess(own.admin.post(`/admin/products/${products[0]?.id}`, { thumbnail: url }))
  await own.runJobs()
  const { html } = await new Visitor(own.url).open('/products/stoneware-mug')
  expect(html).toMatch(/srcset="https:\/\/files\.example\/shop\/public\/pictures\/\w+-100\.avif 100w"/)
})
