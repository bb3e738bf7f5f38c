import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import medusa from '@medusajs/medusa-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { scratchDirectory } from '#test/support/scratch.ts'
import { localFiles, openTestShop, type TestShop } from '#test/support/shop.ts'

const FILE_SIZE = 2 * 1024 * 1024

const ending = new AsyncDisposableStack()
let directory: string
let shop: TestShop
let token: string
/** What the store answers the next time it is to write, where a test says so. */
let fault: Error | undefined

beforeAll(async () => {
  directory = ending.use(scratchDirectory()).path
  const files = localFiles(directory)
  const write = files.write.bind(files)
  files.write = async (...given) => {
    if (fault) throw fault
    return write(...given)
  }
  shop = ending.use(
    await openTestShop({ files, config: { uploads: { fileSize: FILE_SIZE, files: 3 }, logLevel: 'silent' } }),
  )
  await addUser(shop.orm, { email: 'uploader@example.com', password: 'correct horse', role: 'member' })
  token = await issueApiToken(shop.orm, 'uploader@example.com')
})
afterAll(() => ending.disposeAsync())

const stored = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()

type Body = FormData | string
type Part = [content: string | Uint8Array<ArrayBuffer>, name: string]

function formOf(...parts: Part[]): FormData {
  const form = new FormData()
  for (const [content, name] of parts) form.append('files', new Blob([content]), name)
  return form
}

async function send(body: Body, { path = '/admin/uploads', headers = {} }: { path?: string; headers?: object } = {}) {
  const who = { authorization: `Bearer ${token}` }
  const answer = await fetch(shop.url + path, { method: 'POST', body, headers: { ...who, ...headers } })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

/** Nothing is stored that was not stored before. */
async function refuses(body: Body, refusal: { status: number; message: string }, headers = {}) {
  const before = await stored()
  const answer = await send(body, { headers })
  expect(answer).toEqual({ status: refusal.status, body: { type: 'invalid_data', message: refusal.message } })
  expect(await stored()).toEqual(before)
}

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
    const { status, body } = await send(formOf(['tea', 'tea.png'], ['coffee', 'coffee.png']))
    expect(status).toBe(200)
    const [tea, coffee] = body.uploads
    expect(tea).toEqual({ key: expect.stringMatching(/^public\/tea-\w+\.png$/), url: `${shop.url}/uploads/${tea.key}` })
    const answers = await Promise.all([tea, coffee].map(async ({ url }) => (await fetch(url)).text()))
    expect(answers).toEqual(['tea', 'coffee'])
  })

  test('keeps files of the same name apart, and an empty one', async () => {
    const { body } = await send(formOf(['one', 'x.txt'], ['', 'x.txt'], ['three', 'x.txt']))
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
    const { status, body } = await send(formOf(['x', name]))
    expect(status).toBe(200)
    expect(body.uploads[0].key).toMatch(/^public\/[\p{L}\p{N}_-]+(\.\w+)?$/u)
    expect(await (await fetch(body.uploads[0].url)).text()).toBe('x')
  })

  test('of a file with a name of another script keeps the name', async () => {
    const { body } = await send(formOf(['x', 'Grüner Tee 緑茶.png']))
    expect(body.uploads[0].key).toMatch(/^public\/Grüner-Tee-緑茶-\w+\.png$/)
    expect((await fetch(body.uploads[0].url)).status).toBe(200)
  })

  test('by the client of Medusa v1 is answered as it expects', async () => {
    const client = new Medusa({ baseUrl: shop.url, maxRetries: 0, apiKey: token, axiosAdapter: asInBrowsers })
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
    const client = createShopClient({ url: shop.url, token })
    const { uploads } = await client.admin.uploads.create.mutate(formOf(['tea', 'tea.png'], ['x', 'x.png']))
    expect(await Promise.all(uploads.map(async ({ url }) => (await fetch(url)).text()))).toEqual(['tea', 'x'])
    const refused = client.admin.uploads.create.mutate(formOf([new Uint8Array(FILE_SIZE + 1), 'x.png']))
    expect(await refused.catch(shopError)).toMatchObject({ type: 'invalid_data', httpStatus: 413 })
    const empty = client.admin.uploads.create.mutate(undefined as never)
    expect(await empty.catch(shopError)).toMatchObject({ message: 'files should not be empty', httpStatus: 400 })
  })

  test('sent again with its key is answered again, and nothing is stored twice', async () => {
    const headers = { 'idempotency-key': 'upload-1' }
    const first = await send(formOf(['tea', 'tea.png']), { headers })
    const before = await stored()
    expect(await send(formOf(['tea', 'tea.png']), { headers })).toEqual(first)
    expect(await stored()).toEqual(before)
    expect((await send(formOf(['more tea', 'tea.png']), { headers })).status).toBe(409)
    expect(await stored()).toEqual(before)
  })

  test('that failed may be sent again with its key', async () => {
    const headers = { 'idempotency-key': 'upload-2' }
    fault = new Error('ENOSPC: no space left on device')
    expect((await send(formOf(['tea', 'tea.png']), { headers })).status).toBe(500)
    fault = undefined
    expect((await send(formOf(['tea', 'tea.png']), { headers })).status).toBe(200)
  })
})

describe('an upload leaves nothing behind', () => {
  test('where nobody is logged in, over REST and tRPC', async () => {
    const before = await stored()
    const headers = { authorization: 'Bearer nobody' }
    for (const path of ['/admin/uploads', '/admin/uploads/protected', '/trpc/admin.uploads.create'])
      expect((await send(formOf([new Uint8Array(FILE_SIZE), 'x.txt']), { path, headers })).status).toBe(401)
    expect(await stored()).toEqual(before)
  })

  test('where there is no file', async () => {
    const refusal = { status: 400, message: 'files should not be empty' }
    await refuses(new FormData(), refusal)
    await refuses('', refusal)
    await refuses('{}', refusal, { 'content-type': 'application/json' })
    await refuses('files=x', refusal, { 'content-type': 'application/x-www-form-urlencoded' })
  })

  test('where the form holds anything else', async () => {
    const wrong = formOf(['x', 'x.txt'])
    wrong.append('images', new Blob(['y']), 'y.txt')
    await refuses(wrong, { status: 400, message: 'property images should not exist' })
    const text = formOf(['x', 'x.txt'])
    text.append('files', 'y')
    await refuses(text, { status: 400, message: 'The form may hold files only' })
    expect((await send(formOf(['x', 'x.txt']), { path: '/admin/uploads?folder=a' })).body.message).toBe(
      'property folder should not exist',
    )
  })

  test('where there are too many files, or one is too large', async () => {
    const four: Part[] = Array.from({ length: 4 }, (_, i) => ['x', `${i}.txt`])
    await refuses(formOf(...four), { status: 400, message: 'files must contain not more than 3 elements' })
    const large: Part = [new Uint8Array(FILE_SIZE + 1), 'large.bin']
    await refuses(formOf(['x', 'x.txt'], large), { status: 413, message: 'The file is too large' })
    const beyond: Part = [new Uint8Array(4 * FILE_SIZE), 'x.bin']
    await refuses(formOf(beyond), { status: 413, message: 'The request is too large' })
    expect((await send(formOf([new Uint8Array(FILE_SIZE), 'just.bin']))).status).toBe(200)
  })

  test.each([
    ['breaks off in a file', '--b\r\nContent-Disposition: form-data; name="files"; filename="x.txt"\r\n\r\nhalf of'],
    [
      'breaks off after a file',
      '--b\r\nContent-Disposition: form-data; name="files"; filename="x.txt"\r\n\r\nx\r\n--b',
    ],
    ['breaks off in its headers', '--b\r\nContent-Disposition: form-data; name="fi'],
    ['is no form', 'nothing of the kind'],
    ['is not there', ''],
  ])('where the form %s', async (_, text) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    await refuses(text, { status: 400, message: 'The request could not be read' }, headers)
  })

  test('where the form names no boundary', async () => {
    const headers = { 'content-type': 'multipart/form-data' }
    await refuses('x', { status: 400, message: 'The request could not be read' }, headers)
  })

  test('where the disk is full, of which nothing is told', async () => {
    const before = await stored()
    fault = new Error('ENOSPC: no space left on device, write /var/files')
    const answer = await send(formOf(['x', 'x.txt'], ['y', 'y.txt']))
    fault = undefined
    expect(answer).toMatchObject({
      status: 500,
      body: { type: 'unknown_error', message: 'An unknown error occurred.' },
    })
    expect(await stored()).toEqual(before)
  })

  test('where its sender goes away', async () => {
    const before = await stored()
    const { hostname, port } = new URL(shop.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /admin/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 1000000\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nwhole\r\n' +
        `--b\r\nContent-Disposition: form-data; name="files"; filename="b.txt"\r\n\r\n${'x'.repeat(100_000)}`,
    )
    await vi.waitFor(async () => expect((await stored()).length).toBe(before.length + 2))
    socket.destroy()
    await vi.waitFor(async () => expect(await stored()).toEqual(before))
  })
})

describe('a protected file', () => {
  test('is read by a link only, which is told to users of the shop', async () => {
    const { body } = await send(formOf(['secret', 'list.csv']), { path: '/admin/uploads/protected' })
    const [{ key, url }] = body.uploads
    expect(key).toMatch(/^protected\/list-\w+\.csv$/)
    expect((await fetch(url)).status).toBe(403)
    const link = await shop.admin.post('/admin/uploads/download-url', { file_key: key })
    expect(link).toMatchObject({ status: 200, body: { download_url: expect.stringContaining(`${url}?`) } })
    expect(await (await fetch(link.body.download_url)).text()).toBe('secret')
    expect((await shop.post('/admin/uploads/download-url', { file_key: key })).status).toBe(401)
  })

  test('is deleted, also where it is not there any more, by users of the shop', async () => {
    const { body } = await send(formOf(['x', 'x.csv']), { path: '/admin/uploads/protected' })
    const file_key = body.uploads[0].key
    expect((await shop.delete('/admin/uploads', { file_key })).status).toBe(401)
    const deleted = { status: 200, body: { id: file_key, object: 'file', deleted: true } }
    expect(await shop.admin.delete('/admin/uploads', { file_key })).toMatchObject(deleted)
    expect(await shop.admin.delete('/admin/uploads', { file_key })).toMatchObject(deleted)
    expect(await shop.admin.post('/admin/uploads/download-url', { file_key })).toMatchObject({
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
    expect(await shop.admin.post('/admin/uploads/download-url', { file_key })).toMatchObject(refusal)
    expect(await shop.admin.delete('/admin/uploads', { file_key })).toMatchObject(refusal)
  })

  test('is named by its key, and by nothing else', async () => {
    expect((await shop.admin.post('/admin/uploads/download-url', {})).body.message).toBe(
      'file_key should not be empty, file_key must be a string',
    )
    expect((await shop.admin.delete('/admin/uploads', { file_key: ['a'], id: 1 })).body.message).toBe(
      'property id should not exist, file_key must be a string',
    )
  })
})
