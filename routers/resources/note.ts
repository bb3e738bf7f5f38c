import { Note } from '#entities/people/note/note.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource, toOne } from '../reading/define-resource.ts'
import { UserResource } from './user.ts'

export const NoteResource = defineResource({
  name: 'Note',
  entity: Note,
  columns: columnsOf(Note),
  relations: () => ({ author: toOne(UserResource) }),
})
