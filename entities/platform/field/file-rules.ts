import type { UploadFolder } from '../file/uploads.ts'
import type { Field } from './field.ts'

/** A file that every caller sees is public. */
export const folderOf = ({ visibleTo }: Pick<Field, 'visibleTo'>): UploadFolder =>
  visibleTo === 'public' ? 'public' : 'protected'

/** Returns the requirement of a file. The name of the field goes before it. */
export function requirementOfFile(field: Field): string {
  const { accept, maxSize } = field.rules
  const parts = [
    `must be the key of ${folderOf(field) === 'public' ? 'a public' : 'a private'} upload`,
    ...(accept.length > 0 ? [`of the type ${accept.join(' or ')}`] : []),
    ...(maxSize < Number.MAX_SAFE_INTEGER ? [`with at most ${maxSize} bytes`] : []),
  ]
  return parts.join(' ')
}
