import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, FILE_SIZE, formOf, openUploadShop, type Part, type UploadShop } from '#test/support/upload-shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const ending = new AsyncDisposableStack()
let uploads: UploadShop
beforeAll(async () => {
  uploads = await openUploadShop(ending)
})
afterAll(() => ending.disposeAsync())

/** Expects this error and no new stored file. */
async function expectRejected(body: Body, refusal: { status: number; message: string }, headers = {}) {
  const before = await uploads.storedFiles()
  const answer = await uploads.send(body, { headers })
  expect(answer).toEqual({ status: refusal.status, body: { type: 'invalid_data', message: refusal.message } })
  expect(await uploads.storedFiles()).toEqual(before)
}

describe('rejected uploads leave no file behind', () => {
  test('an anonymous upload is rejected over REST and tRPC', async () => {
    const before = await uploads.storedFiles()
    const headers = { authorization: 'Bearer unknown' }
    for (const path of ['/admin/uploads', '/admin/uploads/protected', '/trpc/admin.uploads.create'])
      expect((await uploads.send(formOf([new Uint8Array(FILE_SIZE), 'x.txt']), { path, headers })).status).toBe(401)
    expect(await uploads.storedFiles()).toEqual(before)
  })

  test('an upload without a file is rejected', async () => {
    const refusal = { status: 400, message: 'files should not be empty' }
    await expectRejected(new FormData(), refusal)
    await expectRejected('', refusal)
    await expectRejected('{}', refusal, { 'content-type': 'application/json' })
    await expectRejected('files=x', refusal, { 'content-type': 'application/x-www-form-urlencoded' })
  })

  test('an upload with other form fields is rejected', async () => {
    const wrong = formOf(['x', 'x.txt'])
    wrong.append('images', new Blob(['y']), 'y.txt')
    await expectRejected(wrong, { status: 400, message: 'property images should not exist' })
    const text = formOf(['x', 'x.txt'])
    text.append('files', 'y')
    await expectRejected(text, { status: 400, message: 'The form can only contain files' })
  })

  test('an upload with too many files or a too large file is rejected', async () => {
    const four: Part[] = Array.from({ length: 4 }, (_, i) => ['x', `${i}.txt`])
    await expectRejected(formOf(...four), { status: 400, message: 'files must contain not more than 3 elements' })
    const large: Part = [new Uint8Array(FILE_SIZE + 1), 'large.bin']
    await expectRejected(formOf(['x', 'x.txt'], large), { status: 413, message: 'The file is too large' })
    const beyond: Part = [new Uint8Array(4 * FILE_SIZE), 'x.bin']
    await expectRejected(formOf(beyond), { status: 413, message: 'The request is too large' })
    expect((await uploads.send(formOf([new Uint8Array(FILE_SIZE), 'just.bin']))).status).toBe(200)
  })

  test.each([
    ['a text', 'a.png', 'image/png', 'tea'],
    ['an empty file', 'a.jpg', 'image/jpeg', ''],
    ['a page', 'a.svg', 'image/svg+xml', '<!doctype html><p>tea</p>'],
    ['a drawing with the type of a photo', 'a.webp', 'image/webp', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a sound', 'a.gif', 'image/gif', 'RIFF\x04\0\0\0WAVE'],
  ])('%s named %s is rejected with its name, and no file of the request is stored', async (_, name, type, content) => {
    const form = formOf(['x', 'x.txt'])
    form.append('files', new Blob([content], { type }), name)
    await expectRejected(form, { status: 400, message: `The file ${name} is not a picture` })
  })

  test.each([
    ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
    ['image/gif', 'GIF89a\x01\0\x01\0'],
    ['image/webp', 'RIFF\x1a\0\0\0WEBPVP8L'],
    ['image/avif', '\0\0\0\x20ftypavif'],
    ['image/bmp', 'BM\x46\0\0\0\0\0\0\0'],
    ['image/svg+xml', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- tea -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['text/plain', 'tea'],
  ])('a file of the type %s is stored unchanged', async (type, content) => {
    const form = new FormData()
    form.append('files', new Blob([Buffer.from(content, 'latin1')], { type }), 'file')
    const { status, body } = await uploads.send(form)
    expect(status).toBe(200)
    const stored = await (await fetch(body.uploads[0]?.url ?? '')).arrayBuffer()
    expect(Buffer.from(stored).toString('latin1')).toBe(content)
  })

  test.each([
    ['ends within a file', '--b\r\nContent-Disposition: form-data; name="files"; filename="x.txt"\r\n\r\nhalf of'],
    ['ends after a file', '--b\r\nContent-Disposition: form-data; name="files"; filename="x.txt"\r\n\r\nx\r\n--b'],
    ['ends within its headers', '--b\r\nContent-Disposition: form-data; name="fi'],
    ['is not multipart', 'nothing of the kind'],
    ['is empty', ''],
  ])('an upload is rejected if its form %s', async (_, text) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    await expectRejected(
      text,
      {
        status: 400,
        message: 'The form could not be read. Send complete files as multipart/form-data with a boundary.',
      },
      headers,
    )
  })

  test('an upload without a boundary is rejected', async () => {
    const headers = { 'content-type': 'multipart/form-data' }
    await expectRejected(
      'x',
      {
        status: 400,
        message: 'The form could not be read. Send complete files as multipart/form-data with a boundary.',
      },
      headers,
    )
  })

  test('a failed write removes all files of the upload and hides its cause', async () => {
    const before = await uploads.storedFiles()
    uploads.failWrites(new Error('ENOSPC: no space left on device, write /var/files'))
    const answer = await uploads.send(formOf(['x', 'x.txt'], ['y', 'y.txt']))
    uploads.failWrites(undefined)
    expect(answer).toMatchObject({
      status: 500,
      body: { type: 'unknown_error', message: 'An unknown error occurred.' },
    })
    expect(await uploads.storedFiles()).toEqual(before)
  })

  test('an aborted upload removes its files', async () => {
    const before = await uploads.storedFiles()
    const { hostname, port } = new URL(uploads.shop.url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /admin/uploads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${uploads.token}\r\nContent-Length: 1000000\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nwhole\r\n' +
        `--b\r\nContent-Disposition: form-data; name="files"; filename="b.txt"\r\n\r\n${'x'.repeat(100_000)}`,
    )
    await waitUntil(async () => (await uploads.storedFiles()).length === before.length + 2)
    socket.destroy()
    await waitUntil(async () => (await uploads.storedFiles()).length === before.length)
    expect(await uploads.storedFiles()).toEqual(before)
  })
})
