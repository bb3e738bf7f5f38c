import medusa from '@medusajs/medusa-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { FILE_SIZE, formOf, openUploadShop, type UploadShop } from '#test/support/upload-shop.ts'

const ending = new AsyncDisposableStack()
let given: UploadShop
beforeAll(async () => {
  given = await openUploadShop(ending)
})
afterAll(() => ending.disposeAsync())

const Medusa = medusa as unknown as typeof medusa.default
type AxiosAdapter = NonNullable<ConstructorParameters<typeof medusa.default>[0]['axiosAdapter']>

/** In Node, this client's axios knows no `FormData`; in a browser, which does, it leaves the content type to it. */
const asInBrowsers: AxiosAdapter = async (config) => {
  const { 'Content-Type': type, ...headers } = config.headers as Record<string, string>
  const isForm = config.data instanceof FormData
  const answer = await fetch(`${config.baseURL}${config.url}`, {
    method: config.method?.toUpperCase() ?? 'GET',
    headers: isForm ? headers : { ...headers, 'Content-Type': type as string },
    body: config.data,
  })
  return { data: await answer.json(), status: answer.status, statusText: '', headers: {}, config }
}

describe('an upload', () => {
  test('answers where everybody finds each file, and its key', async () => {
    const { status, body } = await given.send(formOf(['tea', 'tea.png'], ['coffee', 'coffee.png']))
    expect(status).toBe(200)
    const [tea, coffee] = body.uploads
    expect(tea).toEqual({
      key: expect.stringMatching(/^public\/tea-\w+\.png$/),
      url: `${given.shop.url}/uploads/${tea.key}`,
    })
    const answers = await Promise.all([tea, coffee].map(async ({ url }) => (await fetch(url)).text()))
    expect(answers).toEqual(['tea', 'coffee'])
  })

  test('keeps files of the same name apart, and an empty one', async () => {
    const { body } = await given.send(formOf(['one', 'x.txt'], ['', 'x.txt'], ['three', 'x.txt']))
    const texts = body.uploads.map(async ({ url }: { url: string }) => (await fetch(url)).text())
    expect(await Promise.all(texts)).toEqual(['one', '', 'three'])
  })

  test.each([
    '../../../etc/x.txt',
    '..\\..\\x.txt',
    '/etc/x.txt',
    '%2e%2e%2fx.txt',
    '．．／x.txt',
    '..',
    'x\u202Etxt.exe',
  ])('of a file called %j stays among the files', async (name) => {
    const { status, body } = await given.send(formOf(['x', name]))
    expect(status).toBe(200)
    expect(body.uploads[0].key).toMatch(/^public\/[\p{L}\p{N}_-]+(\.\w+)?$/u)
    expect(await (await fetch(body.uploads[0].url)).text()).toBe('x')
  })

  test('of a file with a name of another script keeps the name', async () => {
    const { body } = await given.send(formOf(['x', 'Grüner Tee 緑茶.png']))
    expect(body.uploads[0].key).toMatch(/^public\/Grüner-Tee-緑茶-\w+\.png$/)
    expect((await fetch(body.uploads[0].url)).status).toBe(200)
  })

  test('by the client of Medusa v1 is answered as it expects', async () => {
    const client = new Medusa({
      baseUrl: given.shop.url,
      maxRetries: 0,
      apiKey: given.token,
      axiosAdapter: asInBrowsers,
    })
    const { uploads } = await client.admin.uploads.create([new File(['tea'], 'tea.png')] as never)
    const [{ key, url }] = uploads as unknown as [{ key: string; url: string }]
    expect(await (await fetch(url)).text()).toBe('tea')
    const { uploads: hidden } = await client.admin.uploads.createProtected([new File(['x'], 'x.csv')] as never)
    const [{ key: file_key }] = hidden as unknown as [{ key: string }]
    const { download_url } = await client.admin.uploads.getPresignedDownloadUrl({ file_key })
    expect(await (await fetch(download_url)).text()).toBe('x')
    expect(await client.admin.uploads.delete({ file_key: key })).toMatchObject({
      id: key,
      object: 'file',
      deleted: true,
    })
  })

  test('by the typed client takes a form', async () => {
    const client = createShopClient({ url: given.shop.url, token: given.token })
    const { uploads } = await client.admin.uploads.create.mutate(formOf(['tea', 'tea.png'], ['x', 'x.png']))
    expect(await Promise.all(uploads.map(async ({ url }) => (await fetch(url)).text()))).toEqual(['tea', 'x'])
    const refused = client.admin.uploads.create.mutate(formOf([new Uint8Array(FILE_SIZE + 1), 'x.png']))
    expect(await refused.catch(shopError)).toMatchObject({ type: 'invalid_data', httpStatus: 413 })
    const empty = client.admin.uploads.create.mutate(undefined as never)
    expect(await empty.catch(shopError)).toMatchObject({ message: 'files should not be empty', httpStatus: 400 })
  })

  test('sent again with its key is answered again, and nothing is stored twice', async () => {
    const headers = { 'idempotency-key': 'upload-1' }
    const first = await given.send(formOf(['tea', 'tea.png']), { headers })
    const before = await given.storedFiles()
    expect(await given.send(formOf(['tea', 'tea.png']), { headers })).toEqual(first)
    expect(await given.storedFiles()).toEqual(before)
    expect((await given.send(formOf(['more tea', 'tea.png']), { headers })).status).toBe(409)
    expect(await given.storedFiles()).toEqual(before)
  })

  test('that failed may be sent again with its key', async () => {
    const headers = { 'idempotency-key': 'upload-2' }
    given.failWrites(new Error('ENOSPC: no space left on device'))
    expect((await given.send(formOf(['tea', 'tea.png']), { headers })).status).toBe(500)
    given.failWrites(undefined)
    expect((await given.send(formOf(['tea', 'tea.png']), { headers })).status).toBe(200)
  })
})

describe('a protected file', () => {
  test('is read by a link only, which is told to users of the shop', async () => {
    const { body } = await given.send(formOf(['secret', 'list.csv']), { path: '/admin/uploads/protected' })
    const [{ key, url }] = body.uploads
    expect(key).toMatch(/^protected\/list-\w+\.csv$/)
    expect((await fetch(url)).status).toBe(403)
    const link = await given.shop.admin.post('/admin/uploads/download-url', { file_key: key })
    expect(link).toMatchObject({ status: 200, body: { download_url: expect.stringContaining(`${url}?`) } })
    expect(await (await fetch(link.body.download_url)).text()).toBe('secret')
    expect((await given.shop.post('/admin/uploads/download-url', { file_key: key })).status).toBe(401)
  })

  test('is deleted, also where it is not there any more, by users of the shop', async () => {
    const { body } = await given.send(formOf(['x', 'x.csv']), { path: '/admin/uploads/protected' })
    const file_key = body.uploads[0].key
    expect((await given.shop.delete('/admin/uploads', { file_key })).status).toBe(401)
    const deleted = { status: 200, body: { id: file_key, object: 'file', deleted: true } }
    expect(await given.shop.admin.delete('/admin/uploads', { file_key })).toMatchObject(deleted)
    expect(await given.shop.admin.delete('/admin/uploads', { file_key })).toMatchObject(deleted)
    expect(await given.shop.admin.post('/admin/uploads/download-url', { file_key })).toMatchObject({
      status: 404,
      body: { type: 'not_found', message: `File with key: ${file_key} was not found` },
    })
  })

  test.each([
    '../package.json',
    '/etc/passwd',
    'public/../../x',
    'public/..%2f',
    'a\0b',
    '．．/x',
    '.incoming/x',
  ])('cannot have the key %j', async (file_key) => {
    const refusal = { status: 400, body: { type: 'invalid_data', message: 'file_key is not valid' } }
    expect(await given.shop.admin.post('/admin/uploads/download-url', { file_key })).toMatchObject(refusal)
    expect(await given.shop.admin.delete('/admin/uploads', { file_key })).toMatchObject(refusal)
  })

  test('is named by its key, and by nothing else', async () => {
    expect((await given.shop.admin.post('/admin/uploads/download-url', {})).body.message).toBe(
      'file_key should not be empty, file_key must be a string',
    )
    expect((await given.shop.admin.delete('/admin/uploads', { file_key: ['a'], id: 1 })).body.message).toBe(
      'property id should not exist, file_key must be a string',
    )
  })
})
