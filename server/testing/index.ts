/* The public interface for tests of shops and plugins: `cartwright/testing`. */

export type { PlacedOrder, TestBuyer, TestCart, TestCartChanges, TestItem, TestOrder } from './add-cart.ts'
export { openTestShop, type TestCustomer, type TestShop, type TestShopOptions } from './open-test-shop.ts'
export { type PluginPromise, promises } from './promises/promises.ts'
export type { PromiseOptions, Sample, SampleCart, SampleOrder, Samples, SignedRequest } from './promises/subject.ts'
export { type Outcomes, race } from './race.ts'
