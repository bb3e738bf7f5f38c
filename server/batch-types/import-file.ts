import { z } from 'zod'
import type { ReadFile } from '#entities/catalogue/import-export/csv/read-csv.ts'
import { DomainError } from '#entities/errors.ts'
import { isFileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'

export const importedFile = { fileKey: z.string().min(1).refine(isFileKey, 'fileKey is not valid') }

interface ImportSource {
  files: FileStore
  context: { fileKey: string }
}

export const readImport =
  ({ files, context }: ImportSource): ReadFile =>
  () =>
    files.read(parseFileKey(context.fileKey))

export const deleteImport = ({ files, context }: ImportSource): Promise<void> =>
  files.delete(parseFileKey(context.fileKey))

/** A refused file with personal data does not stay in the store. */
export const keepsNoRefusedFile =
  <Run extends ImportSource, Result>(preProcess: (run: Run) => Promise<Result>) =>
  async (run: Run): Promise<Result> => {
    try {
      return await preProcess(run)
    } catch (error) {
      if (error instanceof DomainError) await deleteImport(run)
      throw error
    }
  }
