import { z } from 'zod'
import { fileKey, isFileKey } from '#entities/file/file-key.ts'
import type { FileStore } from '#entities/file/file-port.ts'

/** What names the file of an import. */
export const importedFile = { fileKey: z.string().min(1).refine(isFileKey, 'fileKey is not valid') }

interface Import {
  files: FileStore
  context: { fileKey: string }
}

/** @throws NotFound */
export const readImport = ({ files, context }: Import): Promise<AsyncIterable<Uint8Array>> =>
  files.read(fileKey(context.fileKey))

/** What was imported is not needed any more. */
export const deleteImport = ({ files, context }: Import): Promise<void> => files.delete(fileKey(context.fileKey))
