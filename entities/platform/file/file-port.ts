import { NotFound } from '#entities/errors.ts'
import type { FileKey } from './file-key.ts'

export interface StoredFile {
  key: FileKey
  /** Absolute URL, or a path on this server. Private files need the URL from `link`. */
  url: string
  /** Size of the file, in bytes. */
  size: number
}

export type FileContent = AsyncIterable<Uint8Array | string>

export interface FileStore {
  /** Replaces an existing file. A failed write leaves no partial file. */
  write(key: FileKey, content: FileContent): Promise<StoredFile>
  read(key: FileKey): Promise<AsyncIterable<Uint8Array>>
  stat(key: FileKey): Promise<StoredFile | undefined>
  /** Deletes the file. Repeated calls must succeed. */
  delete(key: FileKey): Promise<void>
  /** Returns a URL that gives access to the file for some seconds. */
  link(key: FileKey, seconds: number): Promise<string>
}

export const fileNotFound = (key: string) => new NotFound(`File with key: ${key} was not found`)
