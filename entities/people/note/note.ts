import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, emptyMetadata, id, softDelete, timestamps } from '#entities/base.ts'
import { User } from '../user/user.ts'

/** What somebody who runs the shop wrote down about anything in it. */
export const NoteSchema = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    id: id('note'),
    ...timestamps(),
    ...softDelete(),
    ...emptyMetadata(),
    value: p.text(),
    /** What the note is about: `order`, and the id of the order. */
    resource_type: p.text(),
    resource_id: p.text(),
    author_id: p.text().nullable(),
    author: () => p.manyToOne(User).joinColumn('author_id').persist(false).nullable(),
  },
  filters: alive,
})

export class Note extends NoteSchema.class {}
NoteSchema.setClass(Note)
