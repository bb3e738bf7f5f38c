export type FulfillmentData = Record<string, unknown>

export interface Shipment {
  /** Id of the fulfillment or the return. The provider must treat a repeated id as the same shipment. */
  id: string
  order: { id: string; display_id: number; email: string; currency_code: string }
  items: readonly { item_id: string; variant_id: string | null; title: string; quantity: number }[]
  method: FulfillmentData
}

/**
 * The shop stores the data that a call returns and passes it to later calls. Methods for options and prices must have
 * no effects, because the shop may ignore their result.
 */
export interface FulfillmentProvider {
  readonly id: string
  /** Present for a provider on the network. `timeoutMs` is the timeout in milliseconds. */
  readonly remote?: { readonly timeoutMs: number }
  options(): Promise<{ id: string; name?: string; is_return?: boolean }[]>
  validateOption(data: FulfillmentData): Promise<boolean>
  validateMethod(option: FulfillmentData, data: FulfillmentData): Promise<FulfillmentData>
  canCalculate(option: FulfillmentData): Promise<boolean>
  /** Returns the price in minor units. */
  calculatePrice(
    option: FulfillmentData,
    data: FulfillmentData,
    cart: { id: string; subtotal: number },
  ): Promise<number>
  createFulfillment(shipment: Shipment): Promise<FulfillmentData>
  /** Cancels the fulfillment. Repeated calls must succeed. */
  cancelFulfillment(data: FulfillmentData): Promise<FulfillmentData>
  createReturn(shipment: Shipment): Promise<FulfillmentData>
}

export type FulfillmentProviders = ReadonlyMap<string, FulfillmentProvider>

/**
 * The fulfillment providers inside a mutation that may run up to 8 times. The first `options`, `validateOption`,
 * `validateMethod`, `canCalculate` or `calculatePrice` of a remote provider throws, the transaction rolls back, and the
 * mutation runs again with the answer. It must have no effect outside of its transaction before that call.
 */
export type RerunnableFulfillmentProviders = FulfillmentProviders
