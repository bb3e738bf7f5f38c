import { statement } from '#database/statement.ts'

const LISTS = `select content ->> 'price_list_id' from deleted_row_part
  where deleted_row_id = $1 and table_name = 'price_list_customer_groups'`

export const lockListsOfArchive = statement<object, [groupId: string]>(
  `select from price_list where id in (${LISTS}) order by id for no key update`,
)

/** The deletion of a group makes price lists without another group drafts. A list that was changed since stays a draft. */
export const activateWithdrawnLists = statement<object, [groupId: string]>(`
  update price_list l set status = 'active', updated_at = now()
  from price_list_customer_groups g, deleted_row d
  where g.customer_group_id = $1 and g.price_list_id = l.id and d.id = $1 and l.status = 'draft'
    and l.updated_at = d.deleted_at::timestamptz(3)`)
