import { InvalidData } from '#entities/errors.ts'
import type { FileKey } from './file-key.ts'
import type { FileContent } from './file-port.ts'
import { servingHeadersOf } from './serving-headers.ts'

export const HEAD_SIZE = 4096

/** Formats that browsers show. A file of one of these types may have another of these formats. */
const PICTURE_TYPE = /^image\/(avif|bmp|gif|jpe?g|png|svg\+xml|webp|x-icon|vnd\.microsoft\.icon)$/i

/** The first bytes of each format of pictures, in hexadecimal digits. */
const SIGNATURES = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^474946383[79]61/,
  'image/webp': /^52494646.{8}57454250/,
  'image/avif': /^.{8}66747970617669(66|73)/,
  'image/bmp': /^424d.{8}00000000/,
  'image/x-icon': /^00000100/,
}
const PDF = /^255044462d/
const SVG =
  /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg[\s>]/is

export interface IncomingFile {
  name: string
  /** The media type that the sender states. */
  type?: string
  content: FileContent
}

/** Returns the ending of the name of a picture with this content, such as `png`. Undefined for another content. */
export function pictureEndingOf(content: Buffer): string | undefined {
  const start = content.subarray(0, HEAD_SIZE)
  if (SVG.test(start.toString('latin1'))) return 'svg'
  const hex = start.toString('hex')
  const [type] = Object.entries(SIGNATURES).find(([, signature]) => signature.test(hex)) ?? []
  return type === 'image/x-icon' ? 'ico' : type?.replace('image/', '')
}

/** Pictures that only some browsers or none show. */
const HIDDEN_FORMATS = {
  HEIC: /^.{8}66747970(6865(69|76)[0-9a-f]{2}|6d696631|6d736631)/,
  TIFF: /^(49492a00|4d4d002a)/,
  'JPEG XL': /^(ff0a|0000000c4a584c20)/,
}

/** Returns the format of a picture that browsers do not show, such as `HEIC` of phones. */
export function hiddenPictureFormatOf(content: Buffer): string | undefined {
  const hex = content.subarray(0, 16).toString('hex')
  return Object.entries(HIDDEN_FORMATS).find(([, signature]) => signature.test(hex))?.[0]
}

/** Returns the content. @throws InvalidData during the reading if the sender states the type of a picture, and it is none. */
export const checkedContent = (file: IncomingFile): FileContent =>
  PICTURE_TYPE.test(file.type ?? '') ? checkedPicture(file) : file.content

/** The media type of the ending of the key. `application/octet-stream` if a file that begins with `start` has another type. */
export function typeOfContent(key: FileKey, start: Buffer): string {
  const [type = ''] = servingHeadersOf(key).contentType.split(';')
  const hex = start.toString('hex')
  const signatures: Readonly<Record<string, RegExp>> = { ...SIGNATURES, 'application/pdf': PDF }
  const isOfType = type === 'image/svg+xml' ? SVG.test(start.toString('latin1')) : (signatures[type]?.test(hex) ?? true)
  return isOfType ? type : 'application/octet-stream'
}

const hiddenFormat = (name: string, format: string) =>
  new InvalidData(`Browsers do not show ${format} pictures. Save ${name} as JPEG`).because({
    name: 'picture_format_hidden',
    format,
  })

async function* checkedPicture({ name, type = '', content }: IncomingFile): AsyncGenerator<Uint8Array> {
  const isPicture = (start: Buffer) =>
    /svg/i.test(type)
      ? SVG.test(start.toString('latin1'))
      : Object.values(SIGNATURES).some((signature) => signature.test(start.toString('hex')))
  let head: Buffer | undefined = Buffer.alloc(0)
  const check = (start: Buffer) => {
    if (isPicture(start)) return
    const format = hiddenPictureFormatOf(start)
    if (format) throw hiddenFormat(name, format)
    throw new InvalidData(`The file ${name} is not a picture`).because({ name: 'file_not_a_picture', file: name })
  }
  for await (const part of content) {
    const bytes: Buffer = Buffer.from(part)
    if (!head) {
      yield bytes
      continue
    }
    head = Buffer.concat([head, bytes])
    if (head.length < HEAD_SIZE) continue
    check(head)
    yield head
    head = undefined
  }
  if (!head) return
  check(head)
  yield head
}
