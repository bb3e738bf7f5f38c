import { type FileKey, isFileKey } from '../file/file-key.ts'

/** The file that an import with this context reads. */
export function importedFileOf({ fileKey }: Record<string, unknown>): FileKey | undefined {
  return typeof fileKey === 'string' && isFileKey(fileKey) ? fileKey : undefined
}
