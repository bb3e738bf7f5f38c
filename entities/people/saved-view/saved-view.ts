import { defineEntity, p } from '@mikro-orm/postgresql'
import { flag, id, timestamps } from '#entities/base.ts'

/** The search, filters, order and columns of a list of the console, under a name. */
const SavedViewSchema = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  properties: {
    id: id('view'),
    ...timestamps(),
    user_id: p.text(),
    /** The name of the list, such as `orders`. */
    list: p.text(),
    name: p.text(),
    /** The parameters in the address of the list. */
    search: p.json<Record<string, string | string[]>>(),
    /** Whether all users of the shop see the view. */
    is_shared: flag(false),
  },
})

export class SavedView extends SavedViewSchema.class {}
SavedViewSchema.setClass(SavedView)
