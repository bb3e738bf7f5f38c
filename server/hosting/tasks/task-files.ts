import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InvalidData } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'

/** Milliseconds until a file is deleted. */
const LIFETIME = 24 * 3_600_000

/** Exported and uploaded shops on the disk of this process. */
export class TaskFiles {
  readonly #directory: string

  constructor(dataDirectory: string) {
    this.#directory = join(dataDirectory, 'operators')
  }

  /** Returns the path of an export. Its directory exists, and old files are deleted. */
  async pathOfExport(task: string): Promise<string> {
    await this.#tidy()
    return this.#pathOf(`${task}.shop`)
  }

  /** Returns undefined for an export that was deleted, or is on the disk of another machine. */
  async findExport(task: string): Promise<{ path: string; bytes: number } | undefined> {
    return found(this.#pathOf(`${task}.shop`))
  }

  /** Returns the id of the upload. Leaves nothing of one that ends early. */
  async write(bytes: Readable): Promise<string> {
    await this.#tidy()
    const id = newId('upload')
    const path = this.#pathOf(`${id}.upload`)
    try {
      await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return id
  }

  /** @throws InvalidData if the file is not there. */
  async pathOfUpload(id: string): Promise<string> {
    const path = /^upload_\w{1,60}$/.test(id) ? this.#pathOf(`${id}.upload`) : undefined
    if (!path || !(await found(path)))
      throw new InvalidData('The uploaded file is no longer there. Upload it again.')
        .about('upload')
        .because({ name: 'upload_missing' })
    return path
  }

  #pathOf(name: string): string {
    return join(this.#directory, name)
  }

  async #tidy(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const before = Date.now() - LIFETIME
    for (const name of await readdir(this.#directory)) {
      const file = await stat(this.#pathOf(name)).catch(() => undefined)
      if (file && file.mtimeMs < before) await rm(this.#pathOf(name), { force: true })
    }
  }
}

const found = (path: string): Promise<{ path: string; bytes: number } | undefined> =>
  stat(path).then(
    ({ size }) => ({ path, bytes: size }),
    () => undefined,
  )
