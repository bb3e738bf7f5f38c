import { newFileKey } from './file-key.ts'
import type { FileContent, FileStore, StoredFile } from './file-port.ts'

export interface IncomingFile {
  name: string
  content: FileContent
}

export interface FileFolder<Kept> {
  keep(file: IncomingFile): Promise<Kept>
  takeBack(kept: Kept): Promise<void>
}

/** Stores each file under a new key in the folder. */
export const createFileFolder = (files: FileStore, folder: string): FileFolder<StoredFile> => ({
  keep: ({ name, content }) => files.write(newFileKey(folder, name), content),
  takeBack: ({ key }) => files.delete(key),
})
