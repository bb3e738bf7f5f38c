import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import {
  adminProcedure,
  defineNumbers,
  definePlugin,
  defineShop,
  id,
  insertRow,
  inTransaction,
  NotAllowed,
  rest,
  router,
  statement,
  timestamps,
} from 'cartwright'
import { openTestShop } from 'cartwright/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setClock } from '#entities/values/clock.ts'

const InvoiceSchema = defineEntity({
  name: 'NumberedInvoice',
  tableName: 'numbered_invoice',
  properties: { id: id('inv'), ...timestamps(), number: p.text() },
})
class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice)

class CreateInvoices extends Migration {
  override up(): void {
    this.addSql(`create table numbered_invoice (id text primary key, created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null, number text not null unique)`)
  }
}

const invoices = defineNumbers({ name: 'invoice', format: 'INV-{year}-{number:4}', restarts: 'yearly' })
const credits = defineNumbers({ name: 'credit-note', format: 'CN{yy}/{number}', first: 500 })
const parcels = defineNumbers({ name: 'parcel', format: 'P{number}', gapless: false })

const invoicing = definePlugin({
  name: 'invoicing',
  entities: [Invoice],
  migrations: [CreateInvoices],
  numbers: [invoices, credits, parcels],
  admin: router({
    issue: adminProcedure
      .meta(rest('POST', '/invoicing', 'Issue an invoice'))
      .input(z.strictObject({ fails: z.boolean().default(false), series: z.enum(['invoice', 'parcel']) }))
      .output(z.object({ number: z.string() }))
      .mutation(async ({ ctx: { em }, input: { fails, series } }) => {
        const number = await (series === 'invoice' ? invoices : parcels).take(em)
        insertRow(em, Invoice, { number })
        await em.flush()
        if (fails) throw new NotAllowed('The invoice is refused')
        return { number }
      }),
  }),
})

const shop = await openTestShop(defineShop({ plugins: [invoicing] }), {
  env: { TIME_ZONE: 'Pacific/Auckland' },
  servers: 3,
})
afterAll(() => shop.close())

const issue = (input: { fails?: boolean; series: 'invoice' | 'parcel' }) => shop.admin.invoicing.issue.mutate(input)
const take = (numbers: typeof invoices, at: string) =>
  inTransaction(shop.orm.em.fork(), (em) => numbers.take(em, { at: new Date(at) }))
const range = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const thisYear = new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Auckland', year: 'numeric' }).format(new Date())
const invoiceNumber = (number: number) => `INV-${thisYear}-${String(number).padStart(4, '0')}`
const killTaker = statement<{ killed: boolean }>(`
  select pg_terminate_backend(pid) as killed from pg_stat_activity
  where datname = current_database() and state = 'idle in transaction' and query like '%document_number%'`)

describe('numbers without gaps', () => {
  test('40 callers at the same time on three servers get consecutive numbers, although some fail', async () => {
    const calls = range(40).map((i) => issue({ series: 'invoice', fails: i % 4 === 0 }))
    const settled = await Promise.allSettled(calls)
    const numbers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []))
    expect(numbers.toSorted()).toEqual(range(30).map(invoiceNumber))
  })

  test('a killed connection in the middle leaves no gap', async () => {
    const em = shop.orm.em.fork()
    await em.begin()
    const number = await invoices.take(em)
    expect((await killTaker(shop.orm.em.fork())).map(({ killed }) => killed)).toEqual([true])
    await em
      .commit()
      .catch(() => em.rollback())
      .catch(() => {})
    expect((await issue({ series: 'invoice' })).number).toBe(number)
  })

  test('a dry run takes none', async () => {
    const init = { method: 'POST', body: '{"series":"invoice"}' }
    const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json', 'x-dry-run': 'true' }
    const answer = await fetch(`${shop.url}/admin/invoicing`, { ...init, headers })
    const { response } = z.object({ response: z.object({ number: z.string() }) }).parse(await answer.json())
    expect((await issue({ series: 'invoice' })).number).toBe(response.number)
  })

  test('a year begins in the time zone of the shop', async () => {
    expect(await take(invoices, '2030-12-31T10:59:59Z')).toBe('INV-2030-0001')
    expect(await take(invoices, '2030-12-31T11:00:00Z')).toBe('INV-2031-0001')
    expect(await take(invoices, '2030-12-31T10:00:00Z')).toBe('INV-2030-0002')
    setClock(Date.parse('2032-06-01T00:00:00Z'))
    try {
      expect(await inTransaction(shop.orm.em.fork(), (em) => invoices.take(em))).toBe('INV-2032-0001')
    } finally {
      setClock(Date.now())
    }
  })

  test('a series without restarts continues in the next year', async () => {
    expect(await take(credits, '2030-06-01T00:00:00Z')).toBe('CN30/500')
    expect(await take(credits, '2031-06-01T00:00:00Z')).toBe('CN31/501')
  })

  test('a number cannot be taken outside of a transaction', async () => {
    await expect(invoices.take(shop.orm.em.fork())).rejects.toThrow('was taken outside of a transaction')
  })
})

describe('numbers with gaps', () => {
  test('transactions do not wait for each other, and none gets the number of another', async () => {
    expect((await issue({ series: 'parcel' })).number).toBe('P1')
    await inTransaction(shop.orm.em.fork(), async (one) => {
      expect(await parcels.take(one)).toBe('P2')
      expect(await inTransaction(shop.orm.em.fork(), (em) => parcels.take(em))).toBe('P3')
    })
    const settled = await Promise.allSettled(range(40).map((i) => issue({ series: 'parcel', fails: i % 4 === 0 })))
    const numbers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.number] : []))
    expect(new Set(numbers).size).toBe(30)
    expect(numbers).not.toContain('P1')
  })

  test('calls one after another get small numbers', async () => {
    for (const _ of range(40)) expect(Number((await issue({ series: 'parcel' })).number.slice(1))).toBeLessThan(200)
  })
})
