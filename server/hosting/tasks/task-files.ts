import { createWriteStream, type Stats } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { InvalidData, StorageFull, TooLarge } from '#entities/errors.ts'
import { newId } from '#entities/values/id.ts'

/** Milliseconds until a file is deleted. */
const LIFETIME = 24 * 3_600_000

/** Milliseconds between two looks for old files. */
const TIDY_INTERVAL = 3_600_000

export interface TaskFilesOptions {
  dataDirectory: string
  /** Maximum size of an upload, in bytes. */
  maxUpload: number
}

/** Exported and uploaded shops on the disk of this process. Deletes old ones until its disposal. */
export class TaskFiles implements Disposable {
  readonly #directory: string
  readonly #timer: NodeJS.Timeout
  readonly maxUpload: number

  constructor({ dataDirectory, maxUpload }: TaskFilesOptions) {
    this.maxUpload = maxUpload
    this.#directory = join(dataDirectory, 'operators')
    this.#timer = setInterval(() => void this.#tidy(), TIDY_INTERVAL).unref()
    void this.#tidy()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }

  /** Returns the path of an export. Its directory exists. */
  async pathOfExport(task: string): Promise<string> {
    await this.#makeDirectory()
    return this.#pathOf(`${task}.shop`)
  }

  /** Returns undefined for an export that was deleted, or is on the disk of another machine. */
  async findExport(task: string): Promise<{ path: string; bytes: number } | undefined> {
    return found(this.#pathOf(`${task}.shop`))
  }

  /**
   * Returns the id of the upload. Leaves nothing of one that ends early, and does not destroy `bytes`, so that a response can be sent.
   * @param declared the size that the client has declared, in bytes.
   * @throws TooLarge. StorageFull if the disk has too little space.
   */
  async write(bytes: Readable, declared = 0): Promise<string> {
    if (declared > this.maxUpload) throw this.#tooLarge()
    await this.#makeDirectory()
    const { bavail, bsize } = await statfs(this.#directory)
    if (declared > bavail * bsize) throw new StorageFull(undefined)
    const id = newId('upload')
    const path = this.#pathOf(`${id}.upload`)
    try {
      await pipeline(this.#limited(bytes), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return id
  }

  async *#limited(bytes: Readable): AsyncGenerator<Uint8Array> {
    let size = 0
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > this.maxUpload) throw this.#tooLarge()
      yield chunk
    }
  }

  #tooLarge(): TooLarge {
    const { maxUpload: maximum } = this
    return new TooLarge(
      `The file has more than ${maximum} bytes. Import it by the command line, or change OPERATOR_UPLOAD_MAX_BYTES.`,
    ).because({ name: 'file_too_large', maximum })
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

  async #makeDirectory(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
  }

  async #tidy(): Promise<void> {
    for (const name of await readdir(this.#directory).catch(() => [])) {
      const path = this.#pathOf(name)
      const file = await stat(path).catch(() => undefined)
      if (file && isOld(file)) await rm(path, { force: true }).catch(() => {})
    }
  }
}

const isOld = ({ mtimeMs }: Stats): boolean => mtimeMs < Date.now() - LIFETIME

/** Returns undefined for a missing or an old file. */
const found = (path: string): Promise<{ path: string; bytes: number } | undefined> =>
  stat(path).then(
    (file) => (isOld(file) ? undefined : { path, bytes: file.size }),
    () => undefined,
  )
