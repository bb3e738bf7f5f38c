import { z } from 'zod'
import { statement } from '#database/statement.ts'
import { type FieldTable, TABLES_OF_CUSTOMERS } from '#entities/platform/field/field.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import { isFileKey } from '#entities/platform/file/file-key.ts'
import { fileNotFound } from '#entities/platform/file/file-port.ts'
import { rest } from '../../context/meta.ts'
import { customerProcedure, router } from '../../procedures/trpc.ts'
import { downloadLink } from '../../reading/download-link.ts'

export const files = router({
  downloadUrl: customerProcedure
    .meta(
      rest('GET', '/customers/me/download-url', 'Create a temporary download link for a file of the current customer'),
    )
    .input(z.strictObject({ file_key: z.string().min(1) }))
    .output(z.object({ download_url: z.string() }))
    .query(async ({ ctx, input: { file_key } }) => {
      const sql = ownFileSql()
      const [own] = sql ? await statement(sql)(ctx.em, file_key, ctx.customer_id) : []
      if (!own || !isFileKey(file_key)) throw fileNotFound(file_key)
      return { download_url: await downloadLink(ctx, file_key) }
    }),
})

const ofCustomer = 't.customer_id = $2'
const ofOrder = 'exists (select from "order" o where o.id = t.order_id and o.customer_id = $2)'
const ofCart = 'exists (select from cart c where c.id = t.cart_id and c.customer_id = $2)'

/** The tables whose rows belong to a customer, and the condition for the rows of one customer. */
const OWNERS: { readonly [Table in FieldTable]?: readonly [table: string, condition: string] } = {
  customer: ['customer', 't.id = $2'],
  address: ['address', ofCustomer],
  cart: ['cart', ofCustomer],
  order: ['"order"', ofCustomer],
  line_item: ['line_item', `${ofOrder} or ${ofCart}`],
  return: ['"return"', ofOrder],
  claim: ['claim_order', ofOrder],
  swap: ['swap', ofOrder],
  draft_order: ['draft_order', ofCart],
}

/** Returns SQL that finds a row of the customer with the file, or an empty text if no field shows customers a file. */
const ownFileSql = (): string =>
  TABLES_OF_CUSTOMERS.flatMap((table) => {
    const [name, condition] = OWNERS[table] ?? []
    const shown = [...fieldsOf(table)].filter(([, { type, visibleTo }]) => type === 'file' && visibleTo === 'customer')
    return shown.map(([column]) => `select 1 as found from ${name} t where t."${column}" = $1 and (${condition})`)
  }).join(' union all ')
