import { mountName } from '#server/plugin/mount-name.ts'
import type { Plugin } from '#server/plugin/plugin.ts'
import type { ShopParts } from '#server/plugin/shop-parts.ts'
import type { Shop } from '#server/process/define-shop.ts'
import { readParts } from '#server/shop/read-parts.ts'
import type { TestBuyer, TestItem } from '../add-cart.ts'
import { type Target, targetsOf } from '../hostile/targets.ts'
import { type TestShop, testShopOf } from '../open-test-shop.ts'
import type { RunningShop } from '../run-shop.ts'
import { FaultLog } from './fault-log.ts'

/** Rows with which an example input can be made. All of them belong to one customer or to the catalogue. */
export interface Sample {
  customer_id: string
  cart_id: string
  order_ids: readonly string[]
  /** The variants that the customer bought. */
  variant_ids: readonly string[]
  product_ids: readonly string[]
}

type Inputs = object | readonly object[]

/** The rows of the two customers of the promises. */
export interface Samples {
  customer: Sample
  otherCustomer: Sample
}

/** The order of a customer of the promises. The items have a value in each field that the store can write. */
export interface SampleOrder {
  customer: TestBuyer & { id: string }
  items: readonly TestItem[]
}

/** A cart of a customer of the promises, as `testShop.addCart` returns it. */
export interface SampleCart {
  id: string
  complete(): Promise<{ order: { id: string } }>
}

/** A request of another system with its signature. */
export interface SignedRequest {
  headers?: Readonly<Record<string, string>>
  body: string
}

export interface PromiseOptions<Tested extends Shop = Shop> {
  /** Environment variables of the plugins. */
  env?: Readonly<Record<string, string>>
  /** Valid inputs by procedure, such as `store.wishlist.add`. By default, they are generated. */
  inputs?: Readonly<Record<string, (sample: Sample) => Inputs>>
  /** Signed requests by webhook, such as `erp-stock`, that change rows. A plugin with webhooks needs them. */
  webhooks?: Readonly<Record<string, (sample: Sample) => SignedRequest | readonly SignedRequest[]>>
  /** Creates a cart that the rules of the plugins accept. Default: `testShop.addCart(order)`. */
  addCart?: (testShop: TestShop<Tested>, order: SampleOrder) => Promise<SampleCart>
  /** Sets up rows. Runs once, and the checks run on copies of its database. */
  prepare?: (testShop: TestShop<Tested>, samples: Samples) => Promise<void>
}

export interface Subject {
  shop: Shop
  plugin: Plugin
  parts: ShopParts
  targets: readonly Target[]
  inputs: NonNullable<PromiseOptions['inputs']>
  env: NonNullable<PromiseOptions['env']>
  webhooks: NonNullable<PromiseOptions['webhooks']>
  /** Records each answer with the status 500 of all checks. */
  faults: FaultLog
  /** Whether other plugins of the shop can use the same carts. */
  hasUsualCarts: boolean
  addCart(running: RunningShop, token: string, order: SampleOrder): Promise<SampleCart>
  prepare(running: RunningShop, stock: { token: string; samples: Samples }): Promise<void>
}

/** @throws Error if the shop has no such plugin, or if an example names no procedure of the plugin. */
export function subjectOf<Tested extends Shop>(
  shop: Tested,
  name: string,
  { env = {}, inputs = {}, webhooks = {}, addCart, prepare = async () => {} }: PromiseOptions<Tested>,
): Subject {
  const plugin = shop.plugins.find((one) => one.name === name)
  if (!plugin) throw new Error(`The shop has no plugin ${name}, only ${shop.plugins.map((one) => one.name).join(', ')}`)
  const parts = readParts(shop.plugins, env)
  const key = mountName(name)
  const targets = targetsOf(parts.routers.app).filter((target) => target.name.split('.')[1] === key)
  const names = targets.map((target) => target.name)
  const unknown = Object.keys(inputs).filter((procedure) => !names.includes(procedure))
  if (unknown.length > 0)
    throw new Error(`The plugin ${name} has no procedure ${unknown.join(', ')}, only ${names.join(', ')}`)
  const unknownWebhooks = Object.keys(webhooks).filter((key) => !Object.hasOwn(plugin.webhooks ?? {}, key))
  if (unknownWebhooks.length > 0) throw new Error(`The plugin ${name} has no webhook ${unknownWebhooks.join(', ')}`)
  return {
    shop,
    plugin,
    parts,
    targets,
    inputs,
    env,
    webhooks,
    faults: new FaultLog(),
    hasUsualCarts: !addCart,
    addCart(running, token, order) {
      const testShop = testShopOf<Tested>(running, token)
      return addCart ? addCart(testShop, order) : testShop.addCart(order)
    },
    prepare: (running, { token, samples }) => prepare(testShopOf<Tested>(running, token), samples),
  }
}
