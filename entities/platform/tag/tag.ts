import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, notPersonal, oneOf, personal, timestamps } from '#entities/base.ts'

export const TAGGED_RESOURCES = ['order', 'draft_order', 'customer'] as const

export type TaggedResource = (typeof TAGGED_RESOURCES)[number]

/** A tag that a row has or had. The rows themselves store their tags in the column `tags`. */
const TagSchema = defineEntity({
  name: 'Tag',
  tableName: 'tag',
  properties: {
    id: id('tag'),
    ...timestamps(),
    resource: oneOf(TAGGED_RESOURCES),
    name: notPersonal(p.text()),
  },
})

export class Tag extends TagSchema.class {}
TagSchema.setClass(Tag)

/** The tags of a row that can belong to a customer, in the order of their names. Null for a row without tags. */
export const tags = () => ({ tags: personal(p.array().nullable()) })
