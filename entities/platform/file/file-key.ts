import { InvalidData } from '#entities/errors.ts'
import { newUlid } from '#entities/values/id.ts'

declare const checked: unique symbol

/**
 * The name of a file among all files of the shop, such as `public/tea-01J….png`: folders and a name, each of letters,
 * digits, `.`, `_` and `-`, none with a dot in front. Only what is below `public/` may be read by everybody.
 */
export type FileKey = string & { readonly [checked]: true }

const LONGEST = 400
const PART = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._-]*$/u

export function isFileKey(text: string): text is FileKey {
  return text.length <= LONGEST && text === text.normalize('NFKC') && text.split('/').every((part) => PART.test(part))
}

/**
 * The key that somebody named.
 * @throws InvalidData where no file can have it.
 */
export function fileKey(text: string): FileKey {
  if (!isFileKey(text)) throw new InvalidData('file_key is not valid')
  return text
}

/**
 * A key of its own for a file that somebody calls `name`, below `folder`. However odd the name is, what can be read of it
 * is kept: the last part of a path, its letters and digits, its extension.
 */
export function newFileKey(folder: string, name: string): FileKey {
  const last = name.normalize('NFKC').split(/[/\\]/).at(-1) ?? ''
  const [, stem = last, ending = ''] = /^(.+)\.([a-z0-9]{1,10})$/isu.exec(last) ?? []
  const readable = Array.from(stem.replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-').replace(/^[\p{M}-]+|-+$/gu, ''))
  const extension = ending ? `.${ending.toLowerCase()}` : ''
  return fileKey(`${folder}/${readable.slice(0, 40).join('') || 'file'}-${newUlid()}${extension}`)
}

export const isPublic = (key: FileKey): boolean => key.startsWith('public/')

/** Whether a user uploaded the file; the shop itself wrote the others. */
export const isUploaded = (key: FileKey): boolean => isPublic(key) || key.startsWith('protected/')
