import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { definePlugin, defineSettings, field, id, openProcedure, rest, router, timestamps } from 'cartwright'
import { z } from 'zod'

const ShowroomSchema = defineEntity({
  name: 'Showroom',
  tableName: 'showroom',
  properties: { id: id('room'), ...timestamps(), city: p.text() },
})
class Showroom extends ShowroomSchema.class {}
ShowroomSchema.setClass(Showroom)

class CreateShowrooms extends Migration {
  override up(): void {
    this.addSql(`create table showroom (
      id text primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, city text not null)`)
    this.addSql('alter table product add rating double precision')
  }
}

const settings = defineSettings({ SHOWROOM_OPENING: z.string() })

export const showrooms = definePlugin({
  name: 'showrooms',
  cartwright: '^0.1.0',
  settings,
  entities: [Showroom],
  migrations: [CreateShowrooms],
  fields: { product: { rating: field.number({ writableBy: ['admin'] }) } },
  store: router({
    list: openProcedure
      .meta(rest('GET', '/showrooms', 'List showrooms'))
      .output(z.object({ cities: z.array(z.string()) }))
      .query(async ({ ctx }) => ({ cities: (await ctx.em.find(Showroom, {})).map(({ city }) => city) })),
  }),
})
