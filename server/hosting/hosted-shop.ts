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
    /** The environment variables of the shop, encrypted. */
    settings: p.text(),
    /** The version of the program that has prepared the database. Null before. */
    prepared_by: p.text().nullable(),
  },
})

export class HostedShop extends HostedShopSchema.class {}
HostedShopSchema.setClass(HostedShop)

const ShopHostSchema = defineEntity({
  name: 'ShopHost',
  tableName: 'shop_host',
  properties: {
    /** A host name in lower case, without a port. */
    host: p.text().primary(),
    shop_id: p.text(),
  },
})

export class ShopHost extends ShopHostSchema.class {}
ShopHostSchema.setClass(ShopHost)

const ShopKeySchema = defineEntity({
  name: 'ShopKey',
  tableName: 'shop_key',
  properties: {
    /** The id of a publishable API key. */
    key: p.text().primary(),
    shop_id: p.text(),
  },
})

/** A publishable API key leads to its shop at every host name of the deployment. */
class ShopKey extends ShopKeySchema.class {}
ShopKeySchema.setClass(ShopKey)

export const directoryEntities = [HostedShop, ShopHost, ShopKey]
