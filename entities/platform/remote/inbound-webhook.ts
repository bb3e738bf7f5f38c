/** A webhook of a provider, as it arrived. */
export interface InboundWebhook {
  headers: Headers
  body: Uint8Array
}
