import { defineEntity, p } from '@mikro-orm/postgresql'
import { timestamps } from '#entities/base.ts'

/** `creating` until its database is complete. The shop of a paused one answers 503. */
export type ShopStatus = 'creating' | 'active' | 'paused'

const HostedShopSchema = defineEntity({
  name: 'HostedShop',
  tableName: 'hosted_shop',
  properties: {
    /** The name of the shop in the directory. */
    id: p.text().primary(),
    ...timestamps(),
    status: p.text().$type<ShopStatus>(),
    /** The name of its database. */
    database: p.text(),
    /** The name of its PostgreSQL server. Null for the server of the directory. */
    server: p.text().nullable(),
    /** The environment variables of the shop, encrypted. */
    settings: p.text(),
    /** The version of the program that has prepared the database. Null before. */
    prepared_by: p.text().nullable(),
    /** The last migration of the core that has run. */
    schema_version: p.text().nullable(),
  },
})

export class HostedShop extends HostedShopSchema.class {}
HostedShopSchema.setClass(HostedShop)
