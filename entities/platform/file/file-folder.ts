import { newFileKey } from './file-key.ts'
import type { FileContent, FileStore, StoredFile } from './file-port.ts'

interface IncomingFile {
  name: string
  content: FileContent
}

export interface FileFolder<Stored> {
  store(file: IncomingFile): Promise<Stored>
  remove(stored: Stored): Promise<void>
}

export const createFileFolder = (files: FileStore, folder: string): FileFolder<StoredFile> => ({
  store: ({ name, content }) => files.write(newFileKey(folder, name), content),
  remove: ({ key }) => files.delete(key),
})
