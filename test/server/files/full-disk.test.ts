import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readJob, startJob } from '#test/support/jobs.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { localFiles, openTestShop, type TestShop } from '#test/support/shop.ts'
import { formOf } from '#test/support/upload-shop.ts'

/* A disk of 64 KB. Only root on Linux can mount one. */

const disk = scratchDirectory()
const directory = join(disk.path, 'disk')
const isMounted = mounted()

function mounted(): boolean {
  mkdirSync(directory)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ files: localFiles(directory), config: { logLevel: 'silent' } })
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  if (isMounted) execFileSync('umount', [directory])
  disk[Symbol.dispose]()
})

const storedFiles = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? one.name : []))

const upload = async (...parts: Parameters<typeof formOf>) => {
  const headers = { authorization: `Bearer ${shop.token}` }
  return fetch(`${shop.url}/admin/uploads`, { method: 'POST', headers, body: formOf(...parts) })
}

describe.runIf(isMounted)('a full disk', () => {
  test('an upload to a full disk leads to 503 and stores none of its files', async () => {
    const answer = await upload(['fits', 'small.txt'], [new Uint8Array(500_000), 'large.bin'])
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
      { type: 'unavailable', message: 'Storage is full. Nothing was saved.' },
    ])
    expect(storedFiles()).toEqual([])
    expect((await upload(['fits', 'small.txt'])).status).toBe(200)
    for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true })
  })

  test('an export to a full disk leaves no file and completes once there is space', async () => {
    await shop.given.variant()
    const filling = join(directory, 'filling')
    writeFileSync(filling, new Uint8Array(64 * 1024))
    const job = await startJob(shop.admin, 'product-export', {})
    await shop.runJobs()
    expect(storedFiles()).toEqual(['filling'])
    rmSync(filling)
    await shop.makeJobsDue()
    await shop.runJobs()
    expect(await readJob(shop.admin, job)).toMatchObject({ status: 'completed' })
    expect(storedFiles()).toHaveLength(1)
  })
})
