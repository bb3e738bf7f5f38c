import { newFileKey } from './file-key.ts'
import type { FileContent, FileStore, StoredFile } from './file-port.ts'
import { checkedContent, HEAD_SIZE, type IncomingFile, typeOfContent } from './picture-content.ts'

export interface FileFolder<Stored> {
  store(file: IncomingFile): Promise<Stored>
  remove(stored: Stored): Promise<void>
}

export interface TypedFile extends StoredFile {
  /** The media type of the content. */
  type: string
}

export const createFileFolder = (files: FileStore, folder: string): FileFolder<TypedFile> => ({
  async store(file) {
    const head = new Head(checkedContent(file))
    const stored = await files.write(newFileKey(folder, file.name), head.read())
    return { ...stored, type: typeOfContent(stored.key, head.start) }
  },
  remove: ({ key }) => files.delete(key),
})

/** The first bytes of a content that another reader reads. */
class Head {
  start: Buffer = Buffer.alloc(0)
  readonly #content: FileContent

  constructor(content: FileContent) {
    this.#content = content
  }

  async *read(): FileContent {
    for await (const part of this.#content) {
      if (this.start.length < HEAD_SIZE) this.start = Buffer.concat([this.start, Buffer.from(part)])
      yield part
    }
  }
}
