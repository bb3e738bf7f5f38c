import { newFileKey } from './file-key.ts'
import type { FileContent, FileStore, StoredFile } from './file-port.ts'

/** A file on its way in. */
export interface IncomingFile {
  /** What its sender calls it. */
  name: string
  content: FileContent
}

/** Where incoming files are put. */
export interface FileFolder<Kept> {
  keep(file: IncomingFile): Promise<Kept>
  takeBack(kept: Kept): Promise<void>
}

/** Keeps each file under a key of its own below the folder. */
export const createFileFolder = (files: FileStore, folder: string): FileFolder<StoredFile> => ({
  keep: ({ name, content }) => files.write(newFileKey(folder, name), content),
  takeBack: ({ key }) => files.delete(key),
})
