import { Migration } from '@mikro-orm/migrations'
import { p } from '@mikro-orm/postgresql'
import { z } from 'zod'
import {
  adminProcedure,
  customerProcedure,
  defineNumbers,
  definePlugin,
  defineTender,
  type Effects,
  Forbidden,
  field,
  insertRow,
  inTransaction,
  lockRow,
  NotAllowed,
  NotFound,
  openProcedure,
  Product,
  pagingParams,
  personal,
  requiredText,
  rest,
  router,
  statement,
  Unauthorized,
} from '#server/index.ts'
import { Added, memoParts, Printed, Text } from './memos.ts'

/* Each plugin has one fault in one procedure. */

const parts = <const Name extends string>(name: Name, text = personal(p.text())) => {
  const { entities, migrations, ...memos } = memoParts(name, text)
  return { ...memos, common: { name, entities, migrations } as const }
}

const openAdmin = parts('openadmin')
const openAdminProcedure = definePlugin({
  ...openAdmin.common,
  store: router(openAdmin.store),
  admin: router({
    ...openAdmin.admin,
    count: openProcedure
      .meta(rest('GET', '/openadmin/count', 'Count memos'))
      .output(z.object({ count: z.int() }))
      .query(async ({ ctx }) => ({ count: await ctx.em.count(openAdmin.Memo) })),
  }),
})

const foreign = parts('foreign')
const rowsOfOtherCustomers = definePlugin({
  ...foreign.common,
  admin: router(foreign.admin),
  store: router({
    ...foreign.store,
    get: customerProcedure
      .meta(rest('GET', '/foreign/{id}', 'Retrieve a memo'))
      .input(z.strictObject({ id: z.string() }))
      .output(Text)
      .query(async ({ ctx, input }) => ({ text: (await foreign.findMemo(ctx.em, input)).text })),
  }),
})

const badInput = parts('badinput')
const internalErrorOnBadInput = definePlugin({
  ...badInput.common,
  admin: router(badInput.admin),
  store: router({
    ...badInput.store,
    add: customerProcedure
      .meta(rest('POST', '/badinput', 'Add a memo with an encoded text'))
      .input(z.strictObject({ text: z.string().max(100) }))
      .output(Added)
      .mutation(async ({ ctx, input }) => {
        const text = new URL(`https://example.com/${input.text}`).pathname + decodeURIComponent(input.text)
        return { id: insertRow(ctx.em, badInput.Memo, { customer_id: ctx.customer_id, text }).id }
      }),
  }),
})

const halfDone = parts('halfdone')
const refusedChange = definePlugin({
  ...halfDone.common,
  admin: router(halfDone.admin),
  store: router({
    ...halfDone.store,
    add: customerProcedure
      .meta(rest('POST', '/halfdone', 'Add a memo', { manualTransactions: true }))
      .input(z.strictObject({ text: requiredText.max(100) }))
      .output(Added)
      .mutation(async ({ ctx, input: { text } }) => {
        const { id } = await inTransaction(ctx.em.fork(), async (em) =>
          insertRow(em, halfDone.Memo, { customer_id: ctx.customer_id, text }),
        )
        if (text !== 'A text' && text !== 'x' && text !== 'text 1') throw new NotAllowed('Use another text')
        return { id }
      }),
  }),
})

const perRow = parts('perrow')
const queryPerRow = definePlugin({
  ...perRow.common,
  store: router(perRow.store),
  admin: router({
    ...perRow.admin,
    emails: adminProcedure
      .meta(rest('GET', '/perrow/emails', 'List the e-mail addresses of the authors'))
      .input(z.strictObject({ ...pagingParams(100) }).prefault({}))
      .output(z.object({ emails: z.array(z.string()) }))
      .query(async ({ ctx, input: { limit, offset } }) => {
        const memos = await ctx.em.find(perRow.Memo, {}, { limit, offset })
        const emails: string[] = []
        for (const { customer_id } of memos) emails.push((await selectEmail(ctx.em, customer_id))[0]?.email ?? '')
        return { emails }
      }),
  }),
})

const selectEmail = statement<{ email: string }>('select email from customer where id = $1')

const unaudited = parts('unaudited')
const changeWithoutAudit = definePlugin({
  ...unaudited.common,
  store: router(unaudited.store),
  admin: router({
    ...unaudited.admin,
    print: openProcedure
      .use(({ ctx, next }) => {
        if (!ctx.user) throw new Unauthorized()
        if (ctx.api_key || !ctx.user.isAdministrator()) throw new Forbidden('Only administrators print memos')
        return next()
      })
      .meta(rest('POST', '/unaudited/{id}/print', 'Count a print of a memo'))
      .input(z.strictObject({ id: z.string() }))
      .output(Printed)
      .mutation(async ({ ctx, input }) => {
        const memo = await lockRow(ctx.em, unaudited.Memo, input)
        if (!memo) throw new NotFound('The memo was not found')
        memo.prints += 1
        return { prints: memo.prints }
      }),
  }),
})

const roleless = parts('roleless')
const missingRole = definePlugin({
  ...roleless.common,
  store: router(roleless.store),
  admin: router({
    ...roleless.admin,
    count: openProcedure
      .use(({ ctx, next }) => {
        if (!ctx.user) throw new Unauthorized()
        if (ctx.api_key) throw new Forbidden('API keys count no memos')
        return next()
      })
      .meta(rest('GET', '/roleless/count', 'Count the memos'))
      .output(z.object({ count: z.int() }))
      .query(async ({ ctx }) => ({ count: await ctx.em.count(roleless.Memo) })),
  }),
})

const leaking = parts('leaking')
const leakedSecret = definePlugin({
  ...leaking.common,
  store: router(leaking.store),
  admin: router({
    ...leaking.admin,
    authors: adminProcedure
      .meta(rest('GET', '/leaking/authors', 'List the authors'))
      .output(z.object({ authors: z.array(z.unknown()) }))
      .query(async ({ ctx }) => ({ authors: await selectAuthors(ctx.em) })),
  }),
})

const selectAuthors = statement('select * from customer where id in (select customer_id from memo_leaking)')

const unlocked = parts('unlocked')
const missingLock = definePlugin({
  ...unlocked.common,
  store: router(unlocked.store),
  admin: router({
    ...unlocked.admin,
    print: adminProcedure
      .meta(rest('POST', '/unlocked/{id}/print', 'Count a print of a memo'))
      .input(z.strictObject({ id: z.string() }))
      .output(Printed)
      .mutation(async ({ ctx, input }) => {
        const memo = await unlocked.findMemo(ctx.em, input)
        memo.prints += 1
        return { prints: memo.prints }
      }),
  }),
})

const picky = parts('picky')
const rareInput = definePlugin({
  ...picky.common,
  store: router(picky.store),
  admin: router({
    ...picky.admin,
    unlock: adminProcedure
      .meta(rest('POST', '/picky/unlock', 'Unlock all memos'))
      .input(z.strictObject({ code: z.string() }))
      .output(z.object({ isUnlocked: z.boolean() }))
      .mutation(({ input: { code } }) => {
        if (code !== 'open sesame') throw new NotAllowed('The code is wrong')
        return { isUnlocked: true }
      }),
  }),
})

const undeclared = parts('undeclared', p.text())
const undeclaredColumn = definePlugin({
  ...undeclared.common,
  admin: router(undeclared.admin),
  store: router(undeclared.store),
})

class AddDays extends Migration {
  override up(): void {
    for (const table of ['product', 'customer', 'cart', 'line_item', '"order"'])
      this.addSql(`alter table ${table} add secret_day timestamptz(3), add packed_day timestamptz(3)`)
  }
}

const days = { secret_day: field.datetime(), packed_day: field.datetime({ personal: false }) }
const undeclaredDays = definePlugin({
  name: 'undated',
  migrations: [AddDays],
  fields: { product: days, customer: days, cart: days, line_item: days, order: days },
})

class AddColours extends Migration {
  override up(): void {
    this.addSql('alter table product add tag_colour text')
  }
}

const throwingValidation = definePlugin({
  name: 'colours',
  migrations: [AddColours],
  fields: {
    product: {
      tag_colour: field.text({
        writableBy: ['admin'],
        validate: (text) => (decodeURIComponent(text).startsWith('!') ? 'must not begin with !' : undefined),
      }),
    },
  },
})

class AddShortName extends Migration {
  override up(): void {
    this.addSql('alter table product add short_name text')
    this.addSql(`create function shorten_name() returns trigger language plpgsql as
      'begin new.short_name = left(new.short_name, 20); return new; end'`)
    this.addSql('create trigger shorten_name before update on product for each row execute function shorten_name()')
  }
}

const shortenedValue = definePlugin({
  name: 'trimming',
  migrations: [AddShortName],
  fields: { product: { short_name: field.text({ writableBy: ['admin'] }) } },
})

class AddPair extends Migration {
  override up(): void {
    this.addSql('alter table product add pair_id text references product on delete set null')
    this.addSql('create index on product (pair_id)')
    this.addSql(`create function drop_unknown_pair() returns trigger language plpgsql as
      'begin if not exists (select from product where id = new.pair_id) then new.pair_id = null; end if; return new; end'`)
    this.addSql('create trigger drop_pair before update on product for each row execute function drop_unknown_pair()')
  }
}

const droppedRelation = definePlugin({
  name: 'forgiving',
  migrations: [AddPair],
  fields: { product: { pair_id: field.relation(Product, { writableBy: ['admin'], onDelete: 'clear' }) } },
})

const outliving = parts('outliving')
const effectInAnotherTransaction = definePlugin({
  ...outliving.common,
  admin: router(outliving.admin),
  store: router(outliving.store),
  effects: {
    async 'order.capture'({ em, order: { customer_id } }) {
      const other = em.fork()
      insertRow(other, outliving.Memo, { customer_id, text: 'Captured' })
      await other.flush()
    },
  },
})

const gappy = parts('gappy')
const receipts = defineNumbers({ name: 'receipt', format: 'R{number}' })
const numberInAnotherTransaction = definePlugin({
  ...gappy.common,
  admin: router(gappy.admin),
  store: router(gappy.store),
  numbers: [receipts],
  effects: { 'order.capture': async ({ em }) => void (await inTransaction(em.fork(), (tx) => receipts.take(tx))) },
})

const kept = defineTender({ kind: 'kept', label: 'Kept', refund: 'first' })
const balanceOfCanceledOrder = definePlugin({
  ...parts('generous').common,
  tenders: [kept],
  effects: {
    async 'cart.complete'({ em, order }) {
      if (order) await kept.add(em, { ...payerOf(order), amount: 5 })
    },
    'order.refund': ({ em, order }) => kept.add(em, { ...payerOf(order), amount: -5 }),
  },
})

const early = defineTender({ kind: 'early', label: 'Early', refund: 'first' })
const balanceInAnotherTransaction = definePlugin({
  ...parts('early').common,
  tenders: [early],
  effects: {
    'order.cancel': ({ em, order }) =>
      inTransaction(em.fork(), (other) => early.add(other, { ...payerOf(order), amount: 5 })),
  },
})

const payerOf = ({ customer_id, currency_code }: { customer_id: string; currency_code: string }) => ({
  customer_id,
  currency_code,
})

const sound = parts('sound')
const soundEffects: Effects = {
  'cart.complete': ({ em, order }) =>
    order ? void insertRow(em, sound.Memo, { customer_id: order.customer_id, text: 'Bought' }) : undefined,
  'order.cancel': ({ em, order: { customer_id } }) => void insertRow(em, sound.Memo, { customer_id, text: 'Canceled' }),
}

export const faultyPlugins = [
  openAdminProcedure,
  rowsOfOtherCustomers,
  internalErrorOnBadInput,
  refusedChange,
  queryPerRow,
  changeWithoutAudit,
  missingRole,
  leakedSecret,
  missingLock,
  rareInput,
  undeclaredColumn,
  undeclaredDays,
  effectInAnotherTransaction,
  throwingValidation,
  shortenedValue,
  droppedRelation,
  numberInAnotherTransaction,
  balanceOfCanceledOrder,
  balanceInAnotherTransaction,
  definePlugin({ ...sound.common, admin: router(sound.admin), store: router(sound.store), effects: soundEffects }),
] as const
