import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type FileKey, type FileStore, parseFileKey } from 'cartwright'
import { z } from 'zod'
import type { SizedPicture } from './picture-rows.ts'

const run = promisify(execFile)

const PROGRAM = join(import.meta.dirname, `resize-program${extname(import.meta.filename)}`)
const TIMEOUT = 60_000

const resized = z.object({ width: z.int(), height: z.int(), sizes: z.array(z.int()), fallback: z.int() })

/** Writes the smaller forms of a picture into the file store. @throws Error if the picture is broken or too large. */
export async function resizePicture(files: FileStore, original: FileKey): Promise<SizedPicture> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-picture-'))
  try {
    await pipeline(await files.read(original), createWriteStream(join(folder, 'original')))
    // The settings of the shop are no business of a decoder, as in `draw-logo.ts`.
    const options = { timeout: TIMEOUT, killSignal: 'SIGKILL', env: { VIPS_CONCURRENCY: '1' } } as const
    const { stdout } = await run(process.execPath, [PROGRAM, folder], options)
    const { sizes, fallback, width, height } = resized.parse(JSON.parse(stdout))
    const store = async (name: string) =>
      (await files.write(resizedKey(original, name), createReadStream(join(folder, name)))).url
    const addresses = []
    for (const size of sizes) addresses.push(`${await store(`${size}.avif`)} ${size}w`)
    return { width, height, src: await store(`${fallback}.jpg`), srcset: addresses.join(', ') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A repeated run writes the same files. */
const resizedKey = (original: FileKey, name: string): FileKey => {
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 24)
  return parseFileKey(`public/pictures/${hash}-${name}`)
}
