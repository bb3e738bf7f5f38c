import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileKey } from '#entities/platform/file/file-key.ts'
import { type FileContent, type FileStore, fileNotFound, type StoredFile } from '#entities/platform/file/file-port.ts'
import type { FileLinks } from './file-links.ts'

export interface LocalFilesOptions {
  directory: string
  links: FileLinks
  /** URL or path at which the server publishes the directory. */
  url?: string
}

const DAY = 24 * 60 * 60 * 1000

export class LocalFiles implements FileStore {
  readonly directory: string
  readonly links: FileLinks
  readonly #url: string
  // Keys never start with a dot, so no key can read an incomplete file.
  readonly #incoming: string

  constructor({ directory, links, url = '/uploads' }: LocalFilesOptions) {
    this.directory = resolve(directory)
    this.links = links
    this.#url = url.replace(/\/+$/, '')
    this.#incoming = join(this.directory, '.incoming')
  }

  async write(key: FileKey, content: FileContent): Promise<StoredFile> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    const temporary = join(this.#incoming, randomBytes(12).toString('hex'))
    try {
      // Open the file before the pipeline: a pipeline that fails early could delete the file before the stream creates it.
      const stream = (await open(temporary, 'wx', 0o600)).createWriteStream({ flush: true })
      await pipeline(content, stream)
      const path = this.pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(temporary, path)
      return this.#stored(key, stream.bytesWritten)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  async read(key: FileKey): Promise<AsyncIterable<Uint8Array>> {
    const file = await unlessMissing(open(this.pathOf(key)))
    if (file && (await file.stat()).isFile()) return file.createReadStream()
    await file?.close()
    throw fileNotFound(key)
  }

  async stat(key: FileKey): Promise<StoredFile | undefined> {
    const facts = await unlessMissing(stat(this.pathOf(key)))
    return facts?.isFile() ? this.#stored(key, facts.size) : undefined
  }

  async delete(key: FileKey): Promise<void> {
    if (await this.stat(key)) await rm(this.pathOf(key), { force: true })
  }

  async link(key: FileKey, seconds: number): Promise<string> {
    return `${this.#addressOf(key)}?${this.links.sign(key, seconds)}`
  }

  /** Deletes files that a killed server did not finish. */
  async tidy(now = Date.now()): Promise<void> {
    for (const name of (await unlessMissing(readdir(this.#incoming))) ?? []) {
      const path = join(this.#incoming, name)
      const stats = await unlessMissing(stat(path))
      if (stats && now - stats.mtimeMs > DAY) await rm(path, { force: true })
    }
  }

  pathOf(key: FileKey): string {
    return join(this.directory, key)
  }

  #stored(key: FileKey, size: number): StoredFile {
    return { key, size, url: this.#addressOf(key) }
  }

  #addressOf(key: FileKey): string {
    return `${this.#url}/${key.split('/').map(encodeURIComponent).join('/')}`
  }
}

/** A path counts as missing if a part of it is a file, or if it is a directory. */
async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined
    throw error
  }
}
