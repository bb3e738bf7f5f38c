export type FulfillmentData = Record<string, unknown>

/** Pieces on their way to a customer, or back. */
export interface Shipment {
  /** Of the fulfillment or the return. Sent again with the same id, it is the same shipment. */
  id: string
  order: { id: string; display_id: number; email: string; currency_code: string }
  items: readonly { item_id: string; variant_id: string | null; title: string; quantity: number }[]
  /** What was chosen with the shipping method, where there is one. */
  method: FulfillmentData
}

/**
 * What a fulfillment provider can do. What it answers of a shipment is kept, and given back to it. Questions about options,
 * choices and prices change nothing, and may be asked more often than their answers are used.
 */
export interface FulfillmentProvider {
  readonly id: string
  /** Present where it is asked over the network; how long any answer may take then, in milliseconds. */
  readonly remote?: { readonly patience: number }
  /** The kinds of shipment that shipping options can be made of. */
  options(): Promise<{ id: string; name?: string; is_return?: boolean }[]>
  validateOption(data: FulfillmentData): Promise<boolean>
  /** Checks, and may complete, what the customer chose for a shipping method. */
  validateMethod(option: FulfillmentData, data: FulfillmentData): Promise<FulfillmentData>
  canCalculate(option: FulfillmentData): Promise<boolean>
  /** Minor units. */
  calculatePrice(
    option: FulfillmentData,
    data: FulfillmentData,
    cart: { id: string; subtotal: number },
  ): Promise<number>
  createFulfillment(shipment: Shipment): Promise<FulfillmentData>
  /** Safe to repeat. */
  cancelFulfillment(data: FulfillmentData): Promise<FulfillmentData>
  createReturn(shipment: Shipment): Promise<FulfillmentData>
}
