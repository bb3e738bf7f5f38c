import { InvalidData } from '#entities/errors.ts'
import { newUlid } from '#entities/values/id.ts'

declare const checked: unique symbol

/** A path such as `public/tea-01J….png`. Files below `public/` are readable without a login. */
export type FileKey = string & { readonly [checked]: true }

const LONGEST = 400
const PART = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u

export function isFileKey(text: string): text is FileKey {
  return text.length <= LONGEST && text === text.normalize('NFKC') && text.split('/').every((part) => PART.test(part))
}

export function fileKey(text: string): FileKey {
  if (!isFileKey(text)) throw new InvalidData('file_key is not valid')
  return text
}

export function newFileKey(folder: string, name: string): FileKey {
  const last = name.normalize('NFKC').split(/[/\\]/).at(-1) ?? ''
  const [, stem = last, ending = ''] = /^(.+)\.([a-z0-9]{1,10})$/isu.exec(last) ?? []
  const readable = Array.from(stem.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replace(/^[\p{M}-]+|-+$/gu, ''))
  const extension = ending ? `.${ending.toLowerCase()}` : ''
  return fileKey(`${folder}/${readable.slice(0, 40).join('') || 'file'}-${newUlid()}${extension}`)
}

export const isPublic = (key: FileKey): boolean => key.startsWith('public/')

/** Users upload only to these two folders. The shop writes all other files. */
export const isUploaded = (key: FileKey): boolean => isPublic(key) || key.startsWith('protected/')
