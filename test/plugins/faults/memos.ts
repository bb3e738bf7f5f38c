import { Migration } from '@mikro-orm/migrations'
import { defineEntity, type EntityManager, p } from '@mikro-orm/postgresql'
import { z } from 'zod'
import {
  adminProcedure,
  columnsOf,
  customerProcedure,
  defineResource,
  id,
  insertRow,
  listResponseSchema,
  listRows,
  lockRow,
  NotFound,
  pagingParams,
  personal,
  requiredText,
  rest,
  storePaging,
  timestamps,
} from '#server/index.ts'

/** The parts of a plugin that keeps all promises: customers write memos, and administrators count their prints. */
export function memoParts<const Name extends string>(name: Name, text = personal(p.text())) {
  const tableName = `memo_${name}`
  const Schema = defineEntity({
    name: `Memo${name}`,
    tableName,
    properties: {
      id: id('memo'),
      ...timestamps(),
      customer_id: p.text(),
      text,
      prints: p.integer().default(0),
    },
  })
  class Memo extends Schema.class {}
  // A shop needs different names of entities.
  Object.defineProperty(Memo, 'name', { value: `Memo${name}` })
  Schema.setClass(Memo)
  const MemoResource = defineResource({ name: `Memo${name}`, entity: Memo, columns: columnsOf(Memo) })

  async function findMemo(em: EntityManager, where: { id: string; customer_id?: string }) {
    const memo = await em.findOne(Memo, where)
    if (!memo) throw new NotFound(`Memo with id: ${where.id} was not found`)
    return memo
  }

  const admin = {
    list: adminProcedure
      .meta(rest('GET', `/${name}`, 'List memos'))
      .input(z.strictObject({ ...pagingParams(20) }).prefault({}))
      .output(listResponseSchema('memos', MemoResource))
      .query(async ({ ctx, input }) => {
        const { rows, ...page } = await listRows(ctx.em, input, { resource: MemoResource, where: [] })
        return { memos: rows, ...page }
      }),

    print: adminProcedure
      .meta(rest('POST', `/${name}/{id}/print`, 'Count a print of a memo'))
      .input(z.strictObject({ id: z.string() }))
      .output(Printed)
      .mutation(async ({ ctx, input }) => {
        const memo = await lockRow(ctx.em, Memo, input)
        if (!memo) throw new NotFound(`Memo with id: ${input.id} was not found`)
        memo.prints += 1
        return { prints: memo.prints }
      }),
  }

  const store = {
    list: customerProcedure
      .meta(rest('GET', `/${name}`, 'List the memos of the current customer'))
      .input(z.strictObject({ ...storePaging(20) }).prefault({}))
      .output(listResponseSchema('memos', MemoResource))
      .query(async ({ ctx, input }) => {
        const where = [{ customer_id: ctx.customer_id }]
        const { rows, ...page } = await listRows(ctx.em, input, { resource: MemoResource, where })
        return { memos: rows, ...page }
      }),

    add: customerProcedure
      .meta(rest('POST', `/${name}`, 'Add a memo of the current customer'))
      .input(z.strictObject({ text: requiredText.max(100) }))
      .output(Added)
      .mutation(async ({ ctx, input: { text } }) => {
        const { id } = insertRow(ctx.em, Memo, { customer_id: ctx.customer_id, text })
        return { id }
      }),

    get: customerProcedure
      .meta(rest('GET', `/${name}/{id}`, 'Retrieve a memo of the current customer'))
      .input(z.strictObject({ id: z.string() }))
      .output(Text)
      .query(async ({ ctx, input }) => {
        const { text } = await findMemo(ctx.em, { ...input, customer_id: ctx.customer_id })
        return { text }
      }),
  }

  class CreateMemos extends Migration {
    override up(): void {
      this.addSql(`create table ${tableName} (
        id text primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null,
        customer_id text not null references customer, text text not null, prints integer not null default 0)`)
    }
  }
  return { Memo, MemoResource, findMemo, admin, store, entities: [Memo], migrations: [CreateMemos] }
}

export const Added = z.object({ id: z.string() })
export const Printed = z.object({ prints: z.int() })
export const Text = z.object({ text: z.string() })
