import { z } from 'zod'
import { fileKey, isFileKey } from '#entities/platform/file/file-key.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'

/** What names the file of an import. */
export const importedFile = { fileKey: z.string().min(1).refine(isFileKey, 'fileKey is not valid') }

interface ImportSource {
  files: FileStore
  context: { fileKey: string }
}

/** @throws NotFound */
export const readImport = ({ files, context }: ImportSource): Promise<AsyncIterable<Uint8Array>> =>
  files.read(fileKey(context.fileKey))

/** What was imported is not needed any more. */
export const deleteImport = ({ files, context }: ImportSource): Promise<void> => files.delete(fileKey(context.fileKey))
