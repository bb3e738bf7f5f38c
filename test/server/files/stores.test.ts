import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NotFound } from '#entities/errors.ts'
import { newFileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { S3Files } from '#server/providers/s3-files.ts'
import { openBucket } from '#test/support/s3-bucket.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { localFiles } from '#test/support/shop.ts'

/* The contract of every file store. */

interface Opened {
  files: FileStore
  /** The paths of all stored files and of unfinished uploads. */
  storedPaths(): Promise<string[]>
}

const stores: [string, (ending: AsyncDisposableStack) => Promise<Opened>][] = [
  [
    'on the local disk',
    async (ending) => {
      const { path } = ending.use(scratchDirectory())
      return { files: localFiles(path), storedPaths: async () => filesIn(path) }
    },
  ],
  [
    'in an S3 bucket',
    async (ending) => {
      const { s3, storedPaths } = await openBucket(ending)
      return { files: new S3Files(s3), storedPaths }
    },
  ],
]

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))

async function* chunks(...all: (string | Uint8Array | Error)[]) {
  for (const chunk of all) {
    if (chunk instanceof Error) throw chunk
    yield chunk
  }
}

const MEGABYTE = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe.each(stores)('file store %s', (_, open) => {
  const ending = new AsyncDisposableStack()
  let store: Opened
  beforeAll(async () => {
    store = await open(ending)
  })
  afterAll(() => ending.disposeAsync())

  const textOf = async (key: string) => String(await buffer(await store.files.read(parseFileKey(key))))

  test('a file is read as it was written', async () => {
    const key = newFileKey('exports/products', 'tea.csv')
    const writtenFile = await store.files.write(key, chunks('a;b\r\n', Buffer.from('grün')))
    expect(writtenFile).toEqual({ key, size: 10, url: expect.stringContaining(key) })
    expect(await textOf(key)).toBe('a;b\r\ngrün')
    expect(await store.files.stat(key)).toEqual(writtenFile)
  })

  test('a file may be empty', async () => {
    const key = newFileKey('public', 'empty.txt')
    expect(await store.files.write(key, chunks())).toMatchObject({ key, size: 0 })
    expect(await store.files.stat(key)).toMatchObject({ size: 0 })
    expect(await textOf(key)).toBe('')
  })

  test('a key may contain non-Latin letters', async () => {
    const key = newFileKey('public', 'Grüner Tee 緑茶.png')
    const { url } = await store.files.write(key, chunks('tea'))
    expect(decodeURIComponent(url)).toContain(key)
    expect(await textOf(key)).toBe('tea')
  })

  test('writing an existing key replaces the file', async () => {
    const key = newFileKey('imports', 'ops.json')
    await store.files.write(key, chunks('a longer text'))
    await store.files.write(key, chunks('short'))
    expect(await textOf(key)).toBe('short')
  })

  test.each([
    ['immediately', []],
    ['after a little', ['some']],
    ['after a lot', Array.from({ length: 12 }, () => Buffer.alloc(MEGABYTE))],
  ])('a failed write %s leaves neither a file nor a part of it', async (_, before) => {
    const pathsBefore = await store.storedPaths()
    const key = newFileKey('public', 'broken.txt')
    const fault = new Error('The line broke')
    await expect(store.files.write(key, chunks(...before, fault))).rejects.toBe(fault)
    expect(await store.files.stat(key)).toBeUndefined()
    expect(await store.storedPaths()).toEqual(pathsBefore)
  })

  test('a failed replacement keeps the previous file', async () => {
    const key = newFileKey('imports', 'kept.txt')
    await store.files.write(key, chunks('kept'))
    await expect(store.files.write(key, chunks('lost', new Error('The line broke')))).rejects.toThrow()
    expect(await textOf(key)).toBe('kept')
  })

  test('files are streamed without being held in memory', async () => {
    const key = newFileKey('exports', 'large.bin')
    const chunk = Buffer.alloc(MEGABYTE, 7)
    let peak = 0
    const memoryInUse = () => {
      // One collection may free buffers only when the next one starts.
      collectGarbage()
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    const watch = () => {
      peak = Math.max(peak, memoryInUse())
    }
    async function* large() {
      for (let i = 0; i < 96; i++) {
        if (i % 16 === 0) watch()
        yield Buffer.from(chunk)
      }
    }
    const before = memoryInUse()
    expect((await store.files.write(key, large())).size).toBe(96 * MEGABYTE)
    let size = 0
    for await (const chunk of await store.files.read(key)) {
      size += chunk.length
      if (size % (32 * MEGABYTE) === 0) watch()
    }
    expect(size).toBe(96 * MEGABYTE)
    expect(peak - before).toBeLessThan(60 * MEGABYTE)
    await store.files.delete(key)
  })

  test('deleting a file is idempotent', async () => {
    const key = newFileKey('public', 'gone.txt')
    await store.files.write(key, chunks('x'))
    await store.files.delete(key)
    await store.files.delete(key)
    expect(await store.files.stat(key)).toBeUndefined()
    await expect(store.files.read(key)).rejects.toThrow(new NotFound(`File with key: ${key} was not found`))
  })

  test('a signed link allows a download and nothing else', async () => {
    const key = newFileKey('protected', 'Grüße.csv')
    await store.files.write(key, chunks('a;b'))
    const link = await store.files.link(key, 60)
    if (link.startsWith('/'))
      return expect(link).toMatch(/^\/uploads\/protected\/Gr%C3%BC%C3%9Fe-\w+\.csv\?expires=\d+&signature=/)
    const answer = await fetch(link)
    expect([answer.status, await answer.text()]).toEqual([200, 'a;b'])
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const changed = await fetch(link.replace('Expires=60', 'Expires=61'))
    expect(changed.status).toBe(403)
  })

  test('a missing file has no metadata, cannot be read and can be deleted', async () => {
    for (const key of ['public', 'public/nothing.png', 'nowhere/at/all'].map(parseFileKey)) {
      expect(await store.files.stat(key)).toBeUndefined()
      await expect(store.files.read(key)).rejects.toThrow(NotFound)
      await store.files.delete(key)
    }
    expect(await store.files.stat(parseFileKey('public'))).toBeUndefined()
  })
})

test('unfinished local files are removed after a day', async () => {
  using directory = scratchDirectory()
  const createUnfinished = (name: string, age: number) => {
    const path = join(directory.path, '.incoming', name)
    writeFileSync(path, 'begun')
    const at = Date.now() / 1000 - age
    utimesSync(path, at, at)
    return path
  }
  const files = localFiles(directory.path)
  await files.tidy()
  mkdirSync(join(directory.path, '.incoming'))
  const [old, young] = [createUnfinished('old', 25 * 3600), createUnfinished('young', 23 * 3600)]
  await files.tidy()
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

test('two simultaneous writes of one local key leave one whole file', async () => {
  using directory = scratchDirectory()
  const files = localFiles(directory.path)
  const key = newFileKey('imports', 'race.txt')
  const texts = ['x'.repeat(MEGABYTE), 'y'.repeat(MEGABYTE)]
  await Promise.all(texts.map((text) => files.write(key, chunks(text))))
  expect(texts).toContain(String(await buffer(await files.read(parseFileKey(key)))))
})
