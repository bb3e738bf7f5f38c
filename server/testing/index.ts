/* The public interface for tests of shops and plugins: `cartwright/testing`. */

export { openTestShop, type TestCustomer, type TestShop, type TestShopOptions } from './open-test-shop.ts'
export type { TestLine, TestOrder } from './place-order.ts'
export { type PluginPromise, promises } from './promises/promises.ts'
export type { PromiseOptions, Sample, Samples } from './promises/subject.ts'
