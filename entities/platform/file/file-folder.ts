import { newFileKey } from './file-key.ts'
import type { FileStore, StoredFile } from './file-port.ts'
import { checkedContent, type IncomingFile } from './picture-content.ts'

export interface FileFolder<Stored> {
  store(file: IncomingFile): Promise<Stored>
  remove(stored: Stored): Promise<void>
}

export const createFileFolder = (files: FileStore, folder: string): FileFolder<StoredFile> => ({
  store: (file) => files.write(newFileKey(folder, file.name), checkedContent(file)),
  remove: ({ key }) => files.delete(key),
})
