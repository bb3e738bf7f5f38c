import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { definePlugin, html, newFileKey, queryInt, redirect, route, type UploadedFile, uploadedFile } from 'cartwright'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultRequestBounds } from '#server/settings/bounds.ts'
import { openTestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const kept: UploadedFile[] = []
let runs = 0

const photos = definePlugin({
  name: 'photos',
  routes: {
    send: route.post(
      '/photos',
      {
        input: z.object({
          title: z.string().max(50),
          count: queryInt.optional(),
          photo: uploadedFile({ types: ['image/png'], maxBytes: 1000 }),
          more: z.array(uploadedFile()).optional(),
        }),
      },
      async ({ ctx, input: { title, count, photo, more = [] } }) => {
        runs++
        kept.push(photo)
        const sizes = await Promise.all([photo, photo].map(async (file) => (await text(file.content())).length))
        const { url } = await ctx.services.files.write(newFileKey('public', photo.name), photo.content())
        return Response.json({ title, count, name: photo.name, sizes, url, more: more.map(({ name }) => name) })
      },
    ),
    optional: route.post(
      '/optional',
      { input: z.object({ file: uploadedFile().optional() }) },
      ({ input: { file } }) => html`${file?.name ?? 'none'}`,
    ),
    fails: route.post('/fails', { input: z.object({ file: uploadedFile() }) }, ({ input: { file } }) => {
      kept.push(file)
      throw new Error('broken')
    }),
    texts: route.post('/texts', { input: z.object({ name: z.string() }) }, ({ input }) => redirect(`/${input.name}`)),
    account: route.post('/account/photo', { access: 'customer', input: z.object({ file: uploadedFile() }) }, () => {
      runs++
      return new Response('stored')
    }),
  },
})

const shop = await openTestShop({
  plugins: [photos],
  config: {
    uploads: { fileSize: 2000, files: 3 },
    bounds: { ...defaultRequestBounds, answerTimeout: 1500 },
  },
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  kept.length = 0
  runs = 0
})

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const png = (name = 'vase.png', content: Uint8Array<ArrayBuffer> = PNG) =>
  new File([content], name, { type: 'image/png' })
const note = (size = 10, name = 'note.txt') => new File(['x'.repeat(size)], name, { type: 'text/plain' })

type Part = readonly [name: string, value: string | File]

function formOf(...parts: Part[]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}

const send = (path: string, form: FormData | URLSearchParams, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, { method: 'POST', body: form, headers, redirect: 'manual' })

/** The folders of files that are arriving. */
const unfinished = () => readdirSync(tmpdir()).filter((name) => name.startsWith('cartwright-form-'))

test('a form has texts and files, and its files disappear after the response', async () => {
  const form = formOf(['title', 'Für Ada'], ['count', '2'], ['photo', png('../bücher/vase.png')], ['more', note()])
  form.append('more', note(5, 'second.txt'))
  const answer = await send('/photos', form)
  expect(answer.status).toBe(200)
  const body = (await answer.json()) as { url: string }
  expect(body).toMatchObject({ title: 'Für Ada', count: 2, name: 'vase.png', more: ['note.txt', 'second.txt'] })
  expect((await fetch(new URL(body.url, shop.url))).status).toBe(200)
  await waitUntil(() => unfinished().length === 0)
  const read = async () => text(kept[0]!.content())
  // The files have no folder while they are read, and are closed after the client has the response.
  await waitUntil(() =>
    read().then(
      () => false,
      () => true,
    ),
  )
  await expect(read()).rejects.toThrow()
})

test('a browser sends an empty field without a file', async () => {
  expect(await (await send('/optional', formOf(['file', new File([], '')]))).text()).toBe('none')
  expect(await (await send('/optional', formOf(['file', note()]))).text()).toBe('note.txt')
  expect(await (await send('/optional', new URLSearchParams())).text()).toBe('none')
})

test.each<[string, Part[], number, RegExp]>([
  ['a missing file', [['title', 'a']], 400, /photo must be a file/],
  [
    'a text instead of a file',
    [
      ['title', 'a'],
      ['photo', 'vase.png'],
    ],
    400,
    /photo must be a file/,
  ],
  [
    'another type',
    [
      ['title', 'a'],
      ['photo', note()],
    ],
    400,
    /photo must have one of the types image\/png/,
  ],
  [
    'a false picture',
    [
      ['title', 'a'],
      ['photo', png('a.png', Buffer.alloc(100))],
    ],
    400,
    /not a picture/,
  ],
  [
    'too many bytes of the field',
    [
      ['title', 'a'],
      ['photo', png('a.png', Buffer.concat([PNG, Buffer.alloc(1000)]))],
    ],
    400,
    /photo must not be larger than 1000 bytes/,
  ],
  [
    'too many bytes of the shop',
    [
      ['title', 'a'],
      ['photo', png()],
      ['more', note(2001)],
    ],
    413,
    /too large/,
  ],
  [
    'too many files',
    [['title', 'a'], ['photo', png()], ...[1, 2, 3].map((n): Part => ['more', note(n)])],
    400,
    /not more than 3/,
  ],
  [
    'two files instead of one',
    [
      ['title', 'a'],
      ['photo', png()],
      ['photo', png()],
    ],
    400,
    /photo should not exist/,
  ],
  [
    'an unknown file',
    [
      ['title', 'a'],
      ['photo', png()],
      ['virus', note()],
    ],
    400,
    /virus should not exist/,
  ],
  [
    'a long text',
    [
      ['title', 'a'.repeat(200_000)],
      ['photo', png()],
    ],
    413,
    /title is too long/,
  ],
  [
    'many texts',
    [...Array.from({ length: 101 }, (_, i): Part => [`t${i}`, 'x']), ['photo', png()]],
    400,
    /too many fields/,
  ],
  [
    'a forbidden name',
    [
      ['title', 'a'],
      ['__proto__', 'x'],
      ['photo', png()],
    ],
    400,
    /./,
  ],
])('%s is refused, and no file remains', async (_name, parts, status, message) => {
  const answer = await send('/photos', formOf(...parts))
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(message)])
  expect(runs).toBe(0)
  expect(unfinished()).toEqual([])
})

test('the files of a route that fails disappear', async () => {
  expect((await send('/fails', formOf(['file', note()]))).status).toBe(500)
  await expect(async () => text(kept[0]!.content())).rejects.toThrow()
})

test('a form without files may have any type', async () => {
  for (const form of [formOf(['name', 'ada']), new URLSearchParams({ name: 'ada' })])
    expect((await send('/texts', form)).headers.get('location')).toBe('/ada')
  expect((await send('/texts', formOf(['name', 'ada'], ['file', note()]))).status).toBe(400)
})

test('the shop refuses a stranger before it reads the files', async () => {
  const boundary = 'x'
  const head = `POST /account/photo HTTP/1.1\r\nHost: shop\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 1500\r\n\r\n`
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1')
  socket.write(`${head}--${boundary}\r\n`)
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  await waitUntil(() => answer.includes('HTTP/1.1'))
  socket.destroy()
  expect(answer).toContain(' 401 ')
  const customer = await shop.given.customer()
  const accepted = await send('/account/photo', formOf(['file', note()]), customer.headers)
  expect([accepted.status, runs]).toEqual([200, 1])
})

test('a form of another site and a form that breaks off are refused', async () => {
  const form = () => formOf(['title', 'a'], ['photo', png()])
  expect((await send('/photos', form(), { origin: 'https://evil.example' })).status).toBe(403)
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const body =
    '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc'
  const answer = await fetch(`${shop.url}/photos`, { method: 'POST', headers, body })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('could not be read')])
  const none = await fetch(`${shop.url}/photos`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data' },
    body,
  })
  expect(none.status).toBe(400)
  expect([runs, unfinished()]).toEqual([0, []])
})
