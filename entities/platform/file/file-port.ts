import { NotFound } from '#entities/errors.ts'
import type { FileKey } from './file-key.ts'

export interface StoredFile {
  key: FileKey
  /** An absolute URL, or a path of this server. A private file needs a link. */
  url: string
  /** In bytes. */
  size: number
}

export type FileContent = AsyncIterable<Uint8Array | string>

export interface FileStore {
  /** Replaces an existing file. A failed write leaves no partial file. */
  write(key: FileKey, content: FileContent): Promise<StoredFile>
  /** @throws NotFound */
  read(key: FileKey): Promise<AsyncIterable<Uint8Array>>
  stat(key: FileKey): Promise<StoredFile | undefined>
  /** Safe to repeat. */
  delete(key: FileKey): Promise<void>
  /** Returns a URL that gives access to the file for some seconds. */
  link(key: FileKey, seconds: number): Promise<string>
}

export const fileNotFound = (key: string) => new NotFound(`File with key: ${key} was not found`)
