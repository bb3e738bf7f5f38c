import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Body, FILE_SIZE, formOf, openUploadShop, type Part, type UploadShop } from '#test/support/upload-shop.ts'

const ending = new AsyncDisposableStack()
let given: UploadShop
beforeAll(async () => {
  given = await openUploadShop(ending)
})
afterAll(() => ending.disposeAsync())

/** Nothing is stored that was not stored before. */
async function refuses(body: Body, refusal: { status: number; message: string }, headers = {}) {
  const before = await given.storedFiles()
  const answer = await given.send(body, { headers })
  expect(answer).toEqual({ status: refusal.status, body: { type: 'invalid_data', message: refusal.message } })
  expect(await given.storedFiles()).toEqual(before)
}

describe('an upload leaves nothing behind', () => {
  test('where nobody is logged in, over REST and tRPC', async () => {
    const before = await given.storedFiles()
    const headers = { authorization: 'Bearer nobody' }
    for (const path of ['/admin/uploads', '/admin/uploads/protected', '/trpc/admin.uploads.create'])
      expect((await given.send(formOf([new Uint8Array(FILE_SIZE), 'x.txt']), { path, headers })).status).toBe(401)
    expect(await given.storedFiles()).toEqual(before)
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
    await refuses(text, { status: 400, message: 'The form can only contain files' })
  })

  test('where there are too many files, or one is too large', async () => {
    const four: Part[] = Array.from({ length: 4 }, (_, i) => ['x', `${i}.txt`])
    await refuses(formOf(...four), { status: 400, message: 'files must contain not more than 3 elements' })
    const large: Part = [new Uint8Array(FILE_SIZE + 1), 'large.bin']
    await refuses(formOf(['x', 'x.txt'], large), { status: 413, message: 'The file is too large' })
    const beyond: Part = [new Uint8Array(4 * FILE_SIZE), 'x.bin']
    await refuses(formOf(beyond), { status: 413, message: 'The request is too large' })
    expect((await given.send(formOf([new Uint8Array(FILE_SIZE), 'just.bin']))).status).toBe(200)
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
    const before = await given.storedFiles()
    given.failWrites(new Error('ENOSPC: no space left on device, write /var/files'))
    const answer = await given.send(formOf(['x', 'x.txt'], ['y', 'y.txt']))
    given.failWrites(undefined)
    expect(answer).toMatchObject({
      status: 500,
      body: { type: 'unknown_error', message: 'An unknown error occurred.' },
    })
    expect(await given.storedFiles()).toEqual(before)
  })

  test('where its sender goes away', async () => {
    const before = await given.storedFiles()
    const { hostname, port } = new URL(given.shop.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /admin/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${given.token}\r\nContent-Length: 1000000\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nwhole\r\n' +
        `--b\r\nContent-Disposition: form-data; name="files"; filename="b.txt"\r\n\r\n${'x'.repeat(100_000)}`,
    )
    await vi.waitFor(async () => expect((await given.storedFiles()).length).toBe(before.length + 2), {
      timeout: 10_000,
    })
    socket.destroy()
    await vi.waitFor(async () => expect(await given.storedFiles()).toEqual(before), { timeout: 10_000 })
  })
})
