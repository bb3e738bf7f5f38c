import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { deleteNote, rewriteNote, writeNote } from '#entities/people/note/manage-note.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { requiredText } from '../inputs/common.ts'
import { pagingParams } from '../inputs/query.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo } from '../reading/conditions.ts'
import { viewFor } from '../reading/reach.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'
import { NoteResource } from '../resources/note.ts'

const view = { resource: NoteResource, defaults: { relations: ['author'] } }
const noteAnswer = {
  response: responseSchema({ note: NoteResource }),
  async read(ctx: ProcedureContext, id: string) {
    const note = await readRow(ctx.em, {}, { ...viewFor(ctx, view), where: [{ id }] })
    if (!note) throw new NotFound(`Note with id: ${id} was not found.`)
    return { note }
  },
}
const noteMutation = adminMutation(noteAnswer)

export const notes = router({
  list: adminList('notes', view, { resource_id: z.string().optional() }, { page: pagingParams(50) })
    .meta(rest('GET', '/notes', 'List notes', { allowsStaleReads: true }))
    .query(({ ctx, input: { resource_id } }) => ({ ...viewFor(ctx, view), where: [equalTo({ resource_id })] })),

  get: adminGet(noteAnswer, rest('GET', '/notes/{id}', 'Retrieve a note'), {}),

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
