import medusa from '@medusajs/medusa-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { expectReason } from '#test/support/expect-error.ts'
import { untyped } from '#test/support/untyped.ts'
import { FILE_SIZE, formOf, openUploadShop, type UploadShop } from '#test/support/upload-shop.ts'

const ending = new AsyncDisposableStack()
let given: UploadShop
beforeAll(async () => {
  given = await openUploadShop(ending)
})
afterAll(() => ending.disposeAsync())

const Medusa = untyped<typeof medusa.default>(medusa)
type AxiosAdapter = NonNullable<ConstructorParameters<typeof medusa.default>[0]['axiosAdapter']>

/** The axios of this client cannot send `FormData` in Node. In a browser, the browser sets the content type. */
const browserAdapter: AxiosAdapter = async (config) => {
  const { 'Content-Type': type, ...headers } = config.headers as Record<string, string>
  const isForm = config.data instanceof FormData
  const answer = await fetch(`${config.baseURL}${config.url}`, {
    method: config.method?.toUpperCase() ?? 'GET',
    headers: isForm ? headers : { ...headers, 'Content-Type': type as string },
    body: config.data,
  })
  return { data: await answer.json(), status: answer.status, statusText: '', headers: {}, config }
}

describe('uploading files', () => {
  test('an upload returns the public URL and the key of each file', async () => {
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

  test('files of the same name and empty files get their own keys', async () => {
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
  ])('a file named %j is stored inside the upload directory', async (name) => {
    const { status, body } = await given.send(formOf(['x', name]))
    expect(status).toBe(200)
    expect(body.uploads[0].key).toMatch(/^public\/[\p{L}\p{N}_-]+(\.\w+)?$/u)
    expect(await (await fetch(body.uploads[0].url)).text()).toBe('x')
  })

  test('a key keeps non-Latin letters of the file name', async () => {
    const { body } = await given.send(formOf(['x', 'Grüner Tee 緑茶.png']))
    expect(body.uploads[0].key).toMatch(/^public\/Grüner-Tee-緑茶-\w+\.png$/)
    expect((await fetch(body.uploads[0].url)).status).toBe(200)
  })

  test('the client of Medusa v1 can upload files', async () => {
    const client = new Medusa({
      baseUrl: given.shop.url,
      maxRetries: 0,
      apiKey: given.token,
      axiosAdapter: browserAdapter,
    })
    const { uploads } = await client.admin.uploads.create(untyped([new File(['tea'], 'tea.png')]))
    const [{ key, url }] = untyped<[{ key: string; url: string }]>(uploads)
    expect(await (await fetch(url)).text()).toBe('tea')
    const { uploads: hidden } = await client.admin.uploads.createProtected(untyped([new File(['x'], 'x.csv')]))
    const [{ key: file_key }] = untyped<[{ key: string }]>(hidden)
    const { download_url } = await client.admin.uploads.getPresignedDownloadUrl({ file_key })
    expect(await (await fetch(download_url)).text()).toBe('x')
    expect(await client.admin.uploads.delete({ file_key: key })).toMatchObject({
      id: key,
      object: 'file',
      deleted: true,
    })
  })

  test('the typed client can upload a form', async () => {
    const client = createShopClient({ url: given.shop.url, token: given.token })
    const { uploads } = await client.admin.uploads.create.mutate(formOf(['tea', 'tea.png'], ['x', 'x.png']))
    expect(await Promise.all(uploads.map(async ({ url }) => (await fetch(url)).text()))).toEqual(['tea', 'x'])
    const refused = client.admin.uploads.create.mutate(formOf([new Uint8Array(FILE_SIZE + 1), 'x.png']))
    expect(await refused.catch(shopError)).toMatchObject({
      httpStatus: 413,
      reason: { name: 'file_too_large', maximum: FILE_SIZE },
    })
    const beyond = client.admin.uploads.create.mutate(formOf([new Uint8Array(4 * FILE_SIZE), 'x.png']))
    await expectReason(beyond, { name: 'request_too_large' })
    const empty = client.admin.uploads.create.mutate(untyped(undefined))
    expect(await empty.catch(shopError)).toMatchObject({ message: 'files should not be empty', httpStatus: 400 })
  })

  test('an upload repeated with its idempotency key returns the same files', async () => {
    const headers = { 'idempotency-key': 'upload-1' }
    const first = await given.send(formOf(['tea', 'tea.png']), { headers })
    const before = await given.storedFiles()
    expect(await given.send(formOf(['tea', 'tea.png']), { headers })).toEqual(first)
    expect(await given.storedFiles()).toEqual(before)
    expect((await given.send(formOf(['more tea', 'tea.png']), { headers })).status).toBe(409)
    expect(await given.storedFiles()).toEqual(before)
  })

  test('a failed upload can be repeated with its idempotency key', async () => {
    const headers = { 'idempotency-key': 'upload-2' }
    given.failWrites(new Error('ENOSPC: no space left on device'))
    expect((await given.send(formOf(['tea', 'tea.png']), { headers })).status).toBe(500)
    given.failWrites(undefined)
    expect((await given.send(formOf(['tea', 'tea.png']), { headers })).status).toBe(200)
  })
})

describe('protected files', () => {
  test('a protected file can be read only by a signed link for authenticated users', async () => {
    const { body } = await given.send(formOf(['secret', 'list.csv']), { path: '/admin/uploads/protected' })
    const [{ key, url }] = body.uploads
    expect(key).toMatch(/^protected\/list-\w+\.csv$/)
    expect((await fetch(url)).status).toBe(403)
    const link = await given.shop.admin.post('/admin/uploads/download-url', { file_key: key })
    expect(link).toMatchObject({ status: 200, body: { download_url: expect.stringContaining(`${url}?`) } })
    expect(await (await fetch(link.body.download_url)).text()).toBe('secret')
    expect((await given.shop.post('/admin/uploads/download-url', { file_key: key })).status).toBe(401)
  })

  test('deleting a file is idempotent and needs an authenticated user', async () => {
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
  ])('the file key %j is invalid', async (file_key) => {
    const refusal = {
      status: 400,
      body: { type: 'invalid_data', message: 'file_key is not valid. Use a file_key that the shop returned.' },
    }
    expect(await given.shop.admin.post('/admin/uploads/download-url', { file_key })).toMatchObject(refusal)
    expect(await given.shop.admin.delete('/admin/uploads', { file_key })).toMatchObject(refusal)
  })

  test('a file is addressed only by its key', async () => {
    expect((await given.shop.admin.post('/admin/uploads/download-url', {})).body.message).toBe(
      'file_key should not be empty, file_key must be a string',
    )
    expect((await given.shop.admin.delete('/admin/uploads', { file_key: ['a'], id: 1 })).body.message).toBe(
      'property id should not exist, file_key must be a string',
    )
  })
})
