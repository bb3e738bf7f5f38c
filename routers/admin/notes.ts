import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { deleteNote, rewriteNote, writeNote } from '#entities/people/note/manage-note.ts'
import { requiredText } from '../inputs/common.ts'
import { pagingParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { equalTo } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { NoteResource } from '../resources/note.ts'
import { adminDeletion, adminMutation } from '../row-mutation.ts'
import { adminProcedure, router } from '../trpc.ts'
import { type Viewer, viewFor } from './key-reach.ts'

const view = { resource: NoteResource, defaults: { relations: ['author'] } }
const noteResponse = responseSchema({ note: NoteResource })
const noteMutation = adminMutation({ response: noteResponse, read: readNote })

export const notes = router({
  list: adminProcedure
    .meta(rest('GET', '/notes', 'List notes', { allowsStaleReads: true }))
    .input(z.strictObject({ ...pagingParams(50), resource_id: z.string().optional() }).prefault({}))
    .output(listResponseSchema('notes', NoteResource))
    .query(async ({ ctx, input }) => {
      const where = [equalTo({ resource_id: input.resource_id })]
      const { rows, ...page } = await listRows(ctx.em, input, { ...viewFor(ctx, view), where })
      return { notes: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/notes/{id}', 'Retrieve a note'))
    .input(z.strictObject({ id: z.string() }))
    .output(noteResponse)
    .query(({ ctx, input }) => readNote(ctx, input.id)),

  create: noteMutation(z.strictObject({ resource_id: requiredText, resource_type: requiredText, value: requiredText }))
    .meta(rest('POST', '/notes', 'Create a note'))
    .mutation(({ ctx, input }) => writeNote(ctx.em, { ...input, author_id: ctx.user.id })),

  update: noteMutation(z.strictObject({ id: z.string(), value: requiredText }))
    .meta(rest('POST', '/notes/{id}', 'Update a note'))
    .mutation(({ ctx, input: { id, value } }) => rewriteNote(ctx.em, id, value)),

  delete: adminDeletion('note')
    .meta(rest('DELETE', '/notes/{id}', 'Delete a note'))
    .mutation(({ ctx, input: { id } }) => deleteNote(ctx.em, id)),
})

async function readNote(ctx: Viewer & { em: EntityManager }, id: string): Promise<z.output<typeof noteResponse>> {
  const note = await readRow(ctx.em, {}, { ...viewFor(ctx, view), where: [{ id }] })
  if (!note) throw new NotFound(`Note with id: ${id} was not found.`)
  return { note }
}
