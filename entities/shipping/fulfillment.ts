export type FulfillmentData = Record<string, unknown>

/** What a fulfillment provider can do. */
export interface FulfillmentProvider {
  readonly id: string
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
}
