import { type FileKey, isFileKey } from '../file/file-key.ts'

export function importedFileOf({ fileKey }: Record<string, unknown>): FileKey | undefined {
  return typeof fileKey === 'string' && isFileKey(fileKey) ? fileKey : undefined
}
