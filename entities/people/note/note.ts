import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, emptyMetadata, id, notPersonal, personal, softDelete, timestamps } from '#entities/base.ts'
import { User } from '../user/user.ts'

const NoteSchema = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    id: id('note'),
    ...timestamps(),
    ...softDelete(),
    ...emptyMetadata(),
    value: personal(p.text()),
    resource_type: notPersonal(p.text()),
    resource_id: p.text(),
    author_id: p.text().nullable(),
    author: () => p.manyToOne(User).joinColumn('author_id').persist(false).nullable(),
  },
  filters: alive,
})

export class Note extends NoteSchema.class {}
NoteSchema.setClass(Note)
