import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf, openUploadShop, type Part, type UploadShop } from '#test/support/upload-shop.ts'

const ending = new AsyncDisposableStack()
let given: UploadShop
beforeAll(async () => {
  given = await openUploadShop(ending)
})
afterAll(() => ending.disposeAsync())

const blue = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#1030a0' } })
const svg = (inner: string, head = '') =>
  Buffer.from(`${head}<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20">${inner}</svg>`)

const upload = (...parts: Part[]) => given.send(formOf(...parts), { path: '/admin/store/logo' })
const readStore = async () => (await given.shop.admin.get('/admin/store')).body.store
const logoOf = async () => {
  const { logo_key, logo_width, logo_height } = await readStore()
  return { logo_key, logo_width, logo_height }
}
const bytes = (content: Buffer) => new Uint8Array(content)

test.each([
  ['logo.png', () => blue(1200, 300).png().toBuffer(), [600, 150]],
  ['logo.jpg', () => blue(1200, 300).jpeg().toBuffer(), [600, 150]],
  ['logo.webp', () => blue(100, 50).webp().toBuffer(), [100, 50]],
  ['logo.svg', async () => svg('<rect width="60" height="20" fill="red"/>'), [600, 200]],
] as const)('the shop keeps %s as a small PNG', async (name, content, [width, height]) => {
  const { status, body } = await upload([bytes(await content()), name])
  expect(status).toBe(200)
  const logo = await logoOf()
  expect(body).toMatchObject({ store: logo })
  expect(logo).toMatchObject({ logo_width: width, logo_height: height })
  const answer = await fetch(`${given.shop.url}/uploads/${logo.logo_key}`)
  expect(answer.headers.get('content-type')).toBe('image/png')
  const stored = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect(stored).toMatchObject({ format: 'png', width, height })
})

test.each([
  ['text', Buffer.from('no picture'), 'logo.png'],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 'logo.gif'],
  ['a PNG without its end', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'logo.png'],
  ['an SVG with a mistake', svg('<rect'), 'logo.svg'],
  ['nothing', Buffer.alloc(0), 'logo.png'],
])('%s is refused, and the logo stays', async (_, content, name) => {
  const before = await logoOf()
  const files = await given.storedFiles()
  const { status, body } = await upload([bytes(content), name])
  expect({ status, body }).toMatchObject({ status: 400, body: { message: `The file ${name} is not a picture` } })
  expect(await logoOf()).toEqual(before)
  expect(await given.storedFiles()).toEqual(files)
})

test('two files are refused, and neither is kept', async () => {
  const png = bytes(await blue(10, 10).png().toBuffer())
  const files = await given.storedFiles()
  const { status } = await upload([png, 'one.png'], [png, 'two.png'])
  expect(status).toBe(400)
  expect(await given.storedFiles()).toEqual(files)
})

test('scripts of an SVG do not reach the stored file', async () => {
  const { status } = await upload([bytes(svg('<script>alert(1)</script><rect width="9" height="9"/>')), 'logo.svg'])
  expect(status).toBe(200)
  const { logo_key } = await logoOf()
  const content = Buffer.from(await (await fetch(`${given.shop.url}/uploads/${logo_key}`)).arrayBuffer())
  expect(content.subarray(1, 4).toString()).toBe('PNG')
  expect(content.toString('latin1')).not.toContain('alert')
})

test('an SVG with an entity of a file is refused', async () => {
  const entity = '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
  const { status } = await upload([bytes(svg('<text y="9">&x;</text>', entity)), 'logo.svg'])
  expect(status).toBe(400)
})

test('packing slips have the logo, in the page and in the PDF', async () => {
  await given.shop.admin.delete('/admin/store/logo')
  const order = await given.shop.given.order()
  const pdf = async () => {
    const { body } = await given.shop.admin.get(`/admin/packing-slips/pdf?ids[]=${order.id}`)
    return Buffer.from(body.pdf.content, 'base64').toString('latin1')
  }
  expect(await pdf()).not.toContain('/Subtype /Image')
  await upload([bytes(await blue(300, 100).png().toBuffer()), 'logo.png'])
  expect(await pdf()).toContain('/Subtype /Image')
  const { logo_key: key } = await logoOf()
  const { body } = await given.shop.admin.get(`/admin/packing-slips?ids[]=${order.id}`)
  expect(body.logo).toEqual({ key, width: 300, height: 100 })
})

test('the file of the logo cannot be deleted until the logo is removed', async () => {
  await upload([bytes(await blue(30, 10).png().toBuffer()), 'logo.png'])
  const { logo_key } = await logoOf()
  const remove = () => given.shop.admin.delete('/admin/uploads', { file_key: logo_key })
  expect((await remove()).status).toBe(400)
  expect((await given.shop.admin.delete('/admin/store/logo')).status).toBe(200)
  expect(await logoOf()).toEqual({ logo_key: null, logo_width: null, logo_height: null })
  expect((await remove()).status).toBe(200)
})
