import { statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FileKey, newFileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop, SESSION_SECRET, type TestShop } from '#test/support/shop.ts'

const ending = new AsyncDisposableStack()
let now = Date.now()
let files: LocalFiles
let shop: TestShop

beforeAll(async () => {
  const { path } = ending.use(scratchDirectory())
  files = new LocalFiles({ directory: path, links: new FileLinks(SESSION_SECRET, () => now) })
  shop = ending.use(await openTestShop({ files }))
})
afterAll(() => ending.disposeAsync())

async function* text(of: string) {
  yield of
}

const createFile = async (folder: string, name: string) => files.write(newFileKey(folder, name), text('of a file'))

/** Sends the raw path. `fetch` would normalize `..`. */
async function ask(path: string, method = 'GET') {
  const { hostname, port } = new URL(shop.url)
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, method }, resolve).on('error', reject).end()
  })
  return { status: answer.statusCode, headers: answer.headers, text: String(await buffer(answer)) }
}

describe('public files', () => {
  test('a file of Medusa v1 that lies in the public folder keeps its address', async () => {
    await files.write(parseFileKey('public/1795879788984-pic.png'), text('of v1'))
    expect(await ask('/uploads/1795879788984-pic.png')).toMatchObject({ status: 200, text: 'of v1' })
    expect((await ask('/uploads/1795879788985-pic.png')).status).toBe(404)
    expect((await ask('/uploads/1795879788984-..%2Fsecret')).status).toBe(403)
  })

  test('a public file is served inline with its type and is cacheable forever', async () => {
    const { url } = await createFile('public', 'tea.png')
    const answer = await ask(url)
    expect(answer).toMatchObject({ status: 200, text: 'of a file' })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(answer.headers['content-security-policy']).toMatch("script-src 'none'")
    expect(await ask(url, 'HEAD')).toMatchObject({ status: 200, text: '' })
  })

  test.each([
    'page.html',
    'logo.svg',
    'x.unknown',
  ])('a public file that a browser could execute is downloaded: %s', async (name) => {
    const { headers } = await ask((await createFile('public', name)).url)
    expect(headers).toMatchObject({
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  test('other users of the machine can list no directory of files', async () => {
    await createFile('new-folder', 'tea.png')
    const folders = ['new-folder', '.incoming'].map((name) => statSync(join(files.directory, name)).mode & 0o777)
    expect(folders).toEqual([0o700, 0o700])
  })

  test('a public file supports range requests', async () => {
    const { url } = await createFile('public', 'film.mp4')
    const part = await fetch(shop.url + url, { headers: { range: 'bytes=3-5' } })
    expect([part.status, await part.text()]).toEqual([206, 'a f'])
    const beyond = await fetch(shop.url + url, { headers: { range: 'bytes=100-' } })
    expect([beyond.status, await beyond.json()]).toMatchObject([400, { type: 'invalid_data' }])
  })

  test('a deleted public file is not found', async () => {
    const { key, url } = await createFile('public', 'gone.png')
    await files.delete(key)
    const answer = await ask(url)
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.text)).toEqual({ type: 'not_found', message: `Cannot GET ${url}` })
  })
})

describe('protected files', () => {
  let key: FileKey
  let url: string
  beforeAll(async () => {
    ;({ key, url } = await createFile('exports/orders', 'orders.csv'))
  })
  const expectForbidden = async (path: string) => {
    const answer = await ask(path)
    expect(answer.status, path).toBe(403)
    expect(JSON.parse(answer.text)).toEqual({
      type: 'forbidden',
      message: 'The link is not valid or has expired',
    })
  }

  test('a protected file needs its signed link and is not cacheable', async () => {
    await expectForbidden(url)
    const answer = await ask(await files.link(key, 60))
    expect(answer).toMatchObject({ status: 200, text: 'of a file' })
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment',
      'content-type': 'text/csv; charset=utf-8',
    })
  })

  test('an expired link is rejected', async () => {
    const link = await files.link(key, 60)
    now += 59_000
    expect((await ask(link)).status).toBe(200)
    now += 2_000
    await expectForbidden(link)
  })

  test('a changed link is rejected', async () => {
    const otherFile = await createFile('exports/orders', 'other.csv')
    const link = await files.link(key, 60)
    const [, query = ''] = link.split('?')
    const [, expires = '', signature = ''] = /expires=(\d+)&signature=(.+)/.exec(query) ?? []
    await expectForbidden(`${otherFile.url}?${query}`)
    await expectForbidden(`${url}?expires=${Number(expires) + 1}&signature=${signature}`)
    await expectForbidden(`${url}?expires=9e99&signature=${signature}`)
    await expectForbidden(`${url}?expires=&signature=${signature}`)
    await expectForbidden(
      `${url}?expires=${expires}&signature=${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    )
    await expectForbidden(`${url}?expires=${expires}&signature=${signature.slice(0, -2)}`)
    await expectForbidden(`${url}?expires=${expires}&signature=`)
    await expectForbidden(`${url}?expires=${expires}`)
    const otherLinks = new FileLinks('another secret of thirty-two characters', () => now)
    await expectForbidden(`${url}?${otherLinks.sign(key, 60)}`)
  })

  test('an unknown file is rejected like a protected one', async () => {
    await expectForbidden('/uploads/exports/orders/nothing.csv')
  })
})

test.each([
  '/uploads/../package.json',
  '/uploads/..%2fpackage.json',
  '/uploads/%2e%2e/package.json',
  '/uploads/public/../../package.json',
  '/uploads/public/..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/uploads/public/%252e%252e/x',
  '/uploads/public/..%5c..%5cx',
  '/uploads/public/%00',
  '/uploads/public/%EF%BC%8E%EF%BC%8E/x',
  '/uploads/.incoming/x',
  '/uploads//etc/passwd',
  '/uploads/',
  '/uploads',
])('the path %s is not found', async (path) => {
  const answer = await ask(path)
  expect(answer.status).toBe(404)
  expect(JSON.parse(answer.text).type).toBe('not_found')
})

test('a path with invalid encoding is rejected', async () => {
  expect((await ask('/uploads/public/%ff')).status).toBe(400)
})
