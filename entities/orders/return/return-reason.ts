import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps, translated } from '#entities/base.ts'

/** A reason with children is a category. Returns cannot use a category. */
const ReturnReasonSchema = defineEntity({
  name: 'ReturnReason',
  tableName: 'return_reason',
  filters: alive,
  properties: {
    id: id('rr'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    value: p.text(),
    label: translated(p.text()),
    description: translated(p.text().nullable()),
    parent_return_reason_id: p.text().nullable().index(),
    parent_return_reason: () =>
      p.manyToOne(ReturnReason).joinColumn('parent_return_reason_id').persist(false).nullable(),
    return_reason_children: () =>
      p.oneToMany(ReturnReason).mappedBy('parent_return_reason').orderBy({ created_at: 'asc', id: 'asc' }),
  },
})

export class ReturnReason extends ReturnReasonSchema.class {}
ReturnReasonSchema.setClass(ReturnReason)
