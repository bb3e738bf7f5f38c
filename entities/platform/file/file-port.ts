import { NotFound } from '#entities/errors.ts'
import type { FileKey } from './file-key.ts'

export interface StoredFile {
  key: FileKey
  /** Absolute URL, or a path on this server. A private file is readable only through the URL of `link`. */
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
  /** Must succeed if the file does not exist. */
  delete(key: FileKey): Promise<void>
  /** Returns a URL that gives access to the file for the given number of seconds. */
  link(key: FileKey, seconds: number): Promise<string>
}

export const fileNotFound = (key: string) => new NotFound(`File with key: ${key} was not found`)
