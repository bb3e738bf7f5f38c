import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { deleteNote, rewriteNote, writeNote } from '#entities/note/manage-note.ts'
import { Note } from '#entities/note/note.ts'
import { rest } from '../meta.ts'
import { deleted, requiredText } from '../schemas/common.ts'
import { equal } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { paging } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { NoteResource } from '../schemas/resources/note.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = { entity: Note, resource: NoteResource, defaults: { relations: ['author'] } }
const withNote = answer({ note: NoteResource })

export const notes = router({
  list: adminProcedure
    .meta(rest('GET', '/notes', 'List the notes, or those about one thing', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(50), resource_id: z.string().optional() }).prefault({}))
    .output(listAnswer('notes', NoteResource))
    .query(async ({ ctx, input }) => {
      const where = [equal({ resource_id: input.resource_id })]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      return { notes: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/notes/{id}', 'Read a note'))
    .input(z.strictObject({ id: z.string() }))
    .output(withNote)
    .query(({ ctx, input }) => readNote(ctx.em, input.id)),

  create: adminProcedure
    .meta(rest('POST', '/notes', 'Write a note about something in the shop'))
    .input(z.strictObject({ resource_id: requiredText, resource_type: requiredText, value: requiredText }))
    .output(withNote)
    .mutation(async ({ ctx, input }) => {
      const { id } = await writeNote(ctx.em, { ...input, author_id: ctx.user.id })
      await ctx.em.flush()
      return readNote(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/notes/{id}', 'Write a note anew'))
    .input(z.strictObject({ id: z.string(), value: requiredText }))
    .output(withNote)
    .mutation(async ({ ctx, input: { id, value } }) => {
      await rewriteNote(ctx.em, id, value)
      await ctx.em.flush()
      return readNote(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/notes/{id}', 'Delete a note'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteNote(ctx.em, id)
      await ctx.em.flush()
      return { id, object: 'note', deleted: true }
    }),
})

/** The note as it is stored. */
async function readNote(em: EntityManager, id: string): Promise<z.output<typeof withNote>> {
  const note = await readRow(em, {}, { ...view, where: [{ id }] })
  if (!note) throw new NotFound(`Note with id: ${id} was not found.`)
  return { note }
}
