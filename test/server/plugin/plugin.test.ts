import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { id, timestamps } from '#entities/base.ts'
import { rest } from '#routers/context/meta.ts'
import { adminProcedure, openProcedure, router } from '#routers/procedures/trpc.ts'
import { defineJob } from '#server/plugin/define-job.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineSettings } from '#server/plugin/settings.ts'
import { openTestShop } from '#test/support/shop.ts'

const BadgeSchema = defineEntity({
  name: 'Badge',
  tableName: 'badge',
  properties: { id: id('badge'), ...timestamps(), text: p.text() },
})
class Badge extends BadgeSchema.class {}
BadgeSchema.setClass(Badge)

class CreateBadges extends Migration {
  override up(): void {
    this.addSql(`create table badge (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      text text not null)`)
  }
}

const settings = defineSettings({ BADGE_PREFIX: z.string().default('New') })

const polish = defineJob({
  name: 'badges.polish',
  payload: z.object({ id: z.string() }),
  async run(payload, { em }) {
    const badge = await em.findOneOrFail(Badge, payload)
    badge.text += ' (polished)'
    await em.flush()
  },
})

const badges = definePlugin({
  name: 'gift-badges',
  cartwright: '^0.1.0',
  settings,
  entities: [Badge],
  migrations: [CreateBadges],
  jobs: [polish],
  admin: router({
    create: adminProcedure
      .meta(rest('POST', '/gift-badges', 'Create a badge'))
      .input(z.strictObject({ text: z.string() }))
      .output(z.object({ badge: z.object({ id: z.string(), text: z.string() }) }))
      .mutation(async ({ ctx, input }) => {
        const badge = ctx.em.create(Badge, { text: `${settings.of(ctx).BADGE_PREFIX} ${input.text}` })
        await ctx.em.flush()
        await polish.enqueue(ctx.em, { id: badge.id })
        return { badge }
      }),
  }),
  store: router({
    list: openProcedure
      .meta(rest('GET', '/gift-badges', 'List badges'))
      .output(z.object({ badges: z.array(z.object({ text: z.string() })) }))
      .query(async ({ ctx }) => ({ badges: await ctx.em.find(Badge, {}) })),
  }),
  on: {
    async 'product.created'(event, { em }) {
      em.create(Badge, { text: `for ${event.payload.id}` })
      await em.flush()
    },
  },
})

test('a plugin adds tables, procedures, settings, jobs and event handlers', async () => {
  await using shop = await openTestShop({ plugins: [badges], env: { BADGE_PREFIX: 'Old' } })
  expect((await shop.post('/admin/gift-badges' as string, { text: 'gold' })).status).toBe(401)
  const created = await shop.admin.post('/admin/gift-badges' as string, { text: 'gold' })
  expect(created.body).toMatchObject({ badge: { text: 'Old gold' } })
  await shop.runJobs()
  expect((await shop.get('/store/gift-badges' as string)).body).toEqual({ badges: [{ text: 'Old gold (polished)' }] })
  const { id: product } = await shop.given.product()
  await shop.runJobs()
  const { body } = await shop.get('/store/gift-badges' as string)
  expect(body).toEqual({ badges: [{ text: 'Old gold (polished)' }, { text: `for ${product}` }] })
  expect((await shop.get('/openapi.json' as string)).body).toMatchObject({
    paths: { '/admin/gift-badges': { post: { operationId: 'admin.giftBadges.create' } } },
  })
})

test('a shop whose plugin lacks a migration does not start', async () => {
  const { migrations: _, ...withoutMigrations } = badges
  await expect(openTestShop({ plugins: [withoutMigrations] })).rejects.toThrow(
    'The database has no column badge.id. Add a migration to the plugin of the column.',
  )
})

test('a failed migration is named, and the shop does not start', async () => {
  class Mistyped extends Migration {
    override up(): void {
      this.addSql('create tabel badge (id text primary key)')
    }
  }
  await expect(openTestShop({ plugins: [{ ...badges, migrations: [Mistyped] }] })).rejects.toThrow(
    'The migration Mistyped failed: syntax error at or near "tabel". None of the pending migrations of gift-badges was applied.',
  )
})
