import { NotFound } from '#entities/errors.ts'
import type { FileKey } from './file-key.ts'

export interface StoredFile {
  key: FileKey
  /** Where everybody finds it if it is public: a whole address, or a path of this server. Others need a link. */
  url: string
  /** In bytes. */
  size: number
}

export type FileContent = AsyncIterable<Uint8Array | string>

/** Where the files of the shop are kept. */
export interface FileStore {
  /**
   * Reads `content` to its end, a piece at a time. The file is there whole or not at all: of content that fails nothing
   * is left. A file that has this key already is replaced.
   */
  write(key: FileKey, content: FileContent): Promise<StoredFile>
  /** @throws NotFound */
  read(key: FileKey): Promise<AsyncIterable<Uint8Array>>
  /** undefined where there is no such file. */
  stat(key: FileKey): Promise<StoredFile | undefined>
  /** Safe to repeat. */
  delete(key: FileKey): Promise<void>
  /** An address at which anybody may read the file, also one that is not public, for so many seconds. */
  link(key: FileKey, seconds: number): Promise<string>
}

export const fileNotFound = (key: string) => new NotFound(`File with key: ${key} was not found`)
