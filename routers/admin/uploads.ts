import { z } from 'zod'
import { assertCanReadFile } from '#entities/people/role/assert-can-read-file.ts'
import { createFileFolder } from '#entities/platform/file/file-folder.ts'
import { type FileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import { deleteUpload, recordUploads, type UploadFolder } from '#entities/platform/file/uploads.ts'
import type { IncomingForm, ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { FilesForm } from '../inputs/files-form.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { absoluteUrl, downloadLink } from '../reading/download-link.ts'

const Uploads = z.object({ uploads: z.array(z.object({ url: z.string(), key: z.string() })) })
const FileKeyInput = z.strictObject({ file_key: z.string().min(1) })

// A file transfer must not hold a database connection.
const manualTransactions = {
  manualTransactions: true,
  noDryRun: 'A dry run cannot undo changes of files.',
} as const

export const uploads = router({
  create: adminProcedure
    .meta(rest('POST', '/uploads', 'Upload public files', { ...manualTransactions, accepts: 'files' }))
    .input(FilesForm)
    .output(Uploads)
    .mutation(({ ctx, input }) => upload(ctx, input, 'public')),

  createProtected: adminProcedure
    .meta(
      rest('POST', '/uploads/protected', 'Upload private files', {
        ...manualTransactions,
        accepts: 'files',
      }),
    )
    .input(FilesForm)
    .output(Uploads)
    .mutation(({ ctx, input }) => upload(ctx, input, 'protected')),

  downloadUrl: adminProcedure
    .meta(rest('POST', '/uploads/download-url', 'Create a temporary download link for a file', manualTransactions))
    .input(FileKeyInput)
    .output(z.object({ download_url: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const key = await parseReadableFileKey(ctx, input.file_key)
      return { download_url: await downloadLink(ctx, key) }
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/uploads', 'Delete a file', manualTransactions))
    .input(FileKeyInput)
    .output(z.object({ id: z.string(), object: z.literal('file'), deleted: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      const id = await parseReadableFileKey(ctx, input.file_key)
      await deleteUpload(ctx.em, ctx.services.files, id)
      return { id, object: 'file', deleted: true }
    }),
})

async function parseReadableFileKey({ em, services, grants }: ProcedureContext, text: string): Promise<FileKey> {
  const file = parseFileKey(text)
  await assertCanReadFile(em, services.batchTypes, { grants, file })
  return file
}

async function upload(ctx: ProcedureContext, form: IncomingForm, folder: UploadFolder) {
  const stored = await form.receive('files', createFileFolder(ctx.services.files, folder))
  await recordUploads(ctx.em, stored)
  return { uploads: stored.map(({ url, key }) => ({ url: absoluteUrl(ctx, url), key })) }
}
