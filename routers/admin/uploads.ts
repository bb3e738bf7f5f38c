import { z } from 'zod'
import { fileKey } from '#entities/file/file-key.ts'
import { fileNotFound } from '#entities/file/file-port.ts'
import { shelfOf } from '#entities/file/shelf.ts'
import type { Context, IncomingForm } from '../context.ts'
import { rest } from '../meta.ts'
import { FilesForm } from '../schemas/files-form.ts'
import { adminProcedure, router } from '../trpc.ts'

/** How long a download link is good for. */
const LINK_SECONDS = 15 * 60

const Uploads = z.object({ uploads: z.array(z.object({ url: z.string(), key: z.string() })) })
const FileToFind = z.strictObject({ file_key: z.string().min(1) })

// No connection to the database is held while files come or go.
const own = { transactions: 'own' } as const

export const uploads = router({
  create: adminProcedure
    .meta(rest('POST', '/uploads', 'Upload files that everybody may read', { ...own, accepts: 'files' }))
    .input(FilesForm)
    .output(Uploads)
    .mutation(({ ctx, input }) => upload(ctx, input, 'public')),

  createProtected: adminProcedure
    .meta(rest('POST', '/uploads/protected', 'Upload files that are read by a link only', { ...own, accepts: 'files' }))
    .input(FilesForm)
    .output(Uploads)
    .mutation(({ ctx, input }) => upload(ctx, input, 'protected')),

  downloadUrl: adminProcedure
    .meta(rest('POST', '/uploads/download-url', 'Make a link to a file, which expires', own))
    .input(FileToFind)
    .output(z.object({ download_url: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const key = fileKey(input.file_key)
      if (!(await ctx.files.stat(key))) throw fileNotFound(key)
      return { download_url: whole(ctx, await ctx.files.link(key, LINK_SECONDS)) }
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/uploads', 'Delete a file', own))
    .input(FileToFind)
    .output(z.object({ id: z.string(), object: z.literal('file'), deleted: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      const id = fileKey(input.file_key)
      await ctx.files.delete(id)
      return { id, object: 'file', deleted: true }
    }),
})

async function upload(ctx: Context, form: IncomingForm, folder: 'public' | 'protected') {
  const stored = await form.receive('files', shelfOf(ctx.files, folder))
  return { uploads: stored.map(({ url, key }) => ({ url: whole(ctx, url), key })) }
}

/** A path of this server as the address by which the caller knows it. */
const whole = ({ request }: Context, url: string) => new URL(url, request.origin).href
