import { execFile } from 'node:child_process'
import { extname, join } from 'node:path'
import { InvalidData } from '#entities/errors.ts'

const PROGRAM = join(import.meta.dirname, `logo-program${extname(import.meta.filename)}`)
const LIMITS = { timeout: 20_000, killSignal: 'SIGKILL', maxBuffer: 4 * 1024 * 1024 } as const
/** The exit code of the program for a broken picture. */
const UNREADABLE = 2

/** Returns a PNG of at most 600 × 240 pixels. @throws InvalidData if the content is no PNG, JPEG, WebP or SVG. */
export async function drawLogo(name: string, content: Buffer): Promise<Buffer> {
  const { failure, png } = await run(content)
  const isBroken = failure?.code === UNREADABLE || failure?.signal || (!failure && png.length === 0)
  if (isBroken)
    throw new InvalidData(`The file ${name} is not a picture`).because({ name: 'file_not_a_picture', file: name })
  if (failure) throw new Error(`The logo could not be drawn: ${failure.message}`)
  return png
}

interface Drawn {
  failure: { code?: unknown; signal?: unknown; message: string } | null
  png: Buffer
}

/** The settings of the shop are no business of a decoder, so the program gets none, as in `plugins/storefront/pictures/resize-picture.ts`. */
const run = (content: Buffer): Promise<Drawn> =>
  new Promise((resolve) => {
    const options = { ...LIMITS, encoding: 'buffer', env: { VIPS_CONCURRENCY: '1' } } as const
    const { stdin } = execFile(process.execPath, [PROGRAM], options, (failure, png) => resolve({ failure, png }))
    stdin?.on('error', () => {})
    stdin?.end(content)
  })
