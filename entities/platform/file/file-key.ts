import { InvalidData } from '#entities/errors.ts'
import { newUlid } from '#entities/values/id.ts'

/** A path such as `public/tea-01J….png`. Files below `public/` are readable without a login. */
export type FileKey = string & { readonly '~fileKey': true }

const MAX_LENGTH = 400
const VALID_PART = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u

export function isFileKey(text: string): text is FileKey {
  return (
    text.length <= MAX_LENGTH &&
    text === text.normalize('NFKC') &&
    text.split('/').every((part) => VALID_PART.test(part))
  )
}

export function parseFileKey(text: string): FileKey {
  if (!isFileKey(text)) throw new InvalidData('file_key is not valid. Use a file_key that the shop returned.')
  return text
}

export function newFileKey(folder: string, name: string): FileKey {
  const fileName = name.normalize('NFKC').split(/[/\\]/).at(-1) ?? ''
  const [, stem = fileName, ending = ''] = /^(.+)\.([a-z0-9]{1,10})$/isu.exec(fileName) ?? []
  const characters = Array.from(stem.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replace(/^[\p{M}-]+|-+$/gu, ''))
  const extension = ending ? `.${ending.toLowerCase()}` : ''
  return parseFileKey(`${folder}/${characters.slice(0, 40).join('') || 'file'}-${newUlid()}${extension}`)
}

export const isPublicFile = (key: FileKey): boolean => key.startsWith('public/')

/** Users upload only to these two folders. The shop writes all other files. */
export const isUploadedFile = (key: FileKey): boolean => isPublicFile(key) || key.startsWith('protected/')
