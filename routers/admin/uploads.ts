import { z } from 'zod'
import { assertCanReadFile } from '#entities/people/role/assert-can-read-file.ts'
import { createFileFolder } from '#entities/platform/file/file-folder.ts'
import { type FileKey, parseFileKey } from '#entities/platform/file/file-key.ts'
import { fileNotFound } from '#entities/platform/file/file-port.ts'
import type { Context, IncomingForm, ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { FilesForm } from '../inputs/files-form.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

/** Lifetime of a download link, in seconds. */
const LINK_SECONDS = 15 * 60

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
      if (!(await ctx.services.files.stat(key))) throw fileNotFound(key)
      return { download_url: absoluteUrl(ctx, await ctx.services.files.link(key, LINK_SECONDS)) }
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/uploads', 'Delete a file', manualTransactions))
    .input(FileKeyInput)
    .output(z.object({ id: z.string(), object: z.literal('file'), deleted: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      const id = await parseReadableFileKey(ctx, input.file_key)
      await ctx.services.files.delete(id)
      return { id, object: 'file', deleted: true }
    }),
})

async function parseReadableFileKey({ em, services, grants }: ProcedureContext, text: string): Promise<FileKey> {
  const file = parseFileKey(text)
  await assertCanReadFile(em, services.batchTypes, { grants, file })
  return file
}

async function upload(ctx: Context, form: IncomingForm, folder: 'public' | 'protected') {
  const stored = await form.receive('files', createFileFolder(ctx.services.files, folder))
  return { uploads: stored.map(({ url, key }) => ({ url: absoluteUrl(ctx, url), key })) }
}

const absoluteUrl = ({ request }: Context, url: string) => (URL.canParse(url) ? url : `${request.publicUrl}${url}`)
