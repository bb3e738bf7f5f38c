import type { InboundWebhook } from '#entities/platform/remote/inbound-webhook.ts'

export type FulfillmentData = Record<string, unknown>

export interface Shipment {
  /** Id of the fulfillment or return. A second call with the same id must not create a second shipment. */
  id: string
  order: { id: string; display_id: number; email: string; currency_code: string }
  items: readonly { item_id: string; variant_id: string | null; title: string; quantity: number }[]
  method: FulfillmentData
}

/** A change of a shipment that a provider reports. A notice may arrive late, twice and out of order. */
export interface FulfillmentNotice {
  type: FulfillmentNoticeType
  /** The `id` of the `Shipment`. A notice about a return has no effect. */
  fulfillment_id: string
  /** The shop adds the unknown ones to the fulfillment. */
  tracking_numbers?: readonly string[]
  /** The name of the carrier, such as `DHL`, for the links of these numbers. An unknown name gives no link. */
  carrier?: string
}

/** `delivered` also ships a fulfillment that is not shipped. */
export type FulfillmentNoticeType = 'shipped' | 'delivered'

/**
 * The shop stores the `FulfillmentData` that a method returns and passes it to later calls. Methods for options and
 * prices must not change anything, because the shop may discard their results.
 */
export interface FulfillmentProvider {
  readonly id: string
  /** Must be present if the provider makes network requests. */
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
  /** Must succeed if the fulfillment is already canceled. */
  cancelFulfillment(data: FulfillmentData): Promise<FulfillmentData>
  createReturn(shipment: Shipment): Promise<FulfillmentData>
  /**
   * Verifies a webhook to `POST /hooks/<id>` and returns its notices. A job applies them after the response.
   * @throws Unauthorized or InvalidData if the signature is wrong. The response to any other error is 5xx.
   */
  receiveWebhook?(webhook: InboundWebhook): Promise<readonly FulfillmentNotice[]>
  /** A second path of the webhook, such as `/carrier/hooks`. */
  readonly webhookPath?: string
}

/**
 * In a mutation, the first call of a remote provider for an option or a price throws, and the transaction rolls back. The
 * mutation then runs again with the answer, so before the call it must have no effect outside of its transaction.
 */
export type FulfillmentProviders = ReadonlyMap<string, FulfillmentProvider>
