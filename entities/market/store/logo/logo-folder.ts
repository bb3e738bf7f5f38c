import { InvalidData, TooLarge } from '#entities/errors.ts'
import type { FileFolder, TypedFile } from '#entities/platform/file/file-folder.ts'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import type { FileContent, FileStore } from '#entities/platform/file/file-port.ts'
import { pictureEndingOf } from '#entities/platform/file/picture-content.ts'
import { drawLogo } from './draw-logo.ts'

/** In bytes. */
const MAX_SIZE = 5 * 1024 * 1024
const FORMATS = ['png', 'jpeg', 'webp', 'svg']

export interface StoredLogo extends TypedFile {
  /** In pixels. */
  width: number
  height: number
}

/** Stores each file as a small PNG. @throws InvalidData for a file that is no PNG, JPEG, WebP or SVG, TooLarge above 5 MB. */
export const createLogoFolder = (files: FileStore): FileFolder<StoredLogo> => ({
  async store({ name, content }) {
    const original = await bytesOf(content)
    if (!FORMATS.includes(pictureEndingOf(original) ?? ''))
      throw new InvalidData(`The file ${name} is not a picture`).because({ name: 'file_not_a_picture', file: name })
    const png = await drawLogo(name, original)
    const stored = await files.write(newFileKey('public', 'logo.png'), pieces(png))
    return { ...stored, type: 'image/png', ...sizeOf(png) }
  },
  remove: ({ key }) => files.delete(key),
})

async function bytesOf(content: FileContent): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of content) {
    size += part.length
    if (size > MAX_SIZE)
      throw new TooLarge('The logo is larger than 5 MB').because({ name: 'file_too_large', maximum: MAX_SIZE })
    parts.push(Buffer.from(part))
  }
  return Buffer.concat(parts)
}

async function* pieces(content: Buffer): FileContent {
  yield content
}

/** A PNG begins with its size. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) })
