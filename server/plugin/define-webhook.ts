import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Unauthorized } from '#entities/errors.ts'
import type { ReceivedNotice } from '#entities/platform/notice/received-notice.ts'
import type { InboundWebhook } from '#entities/platform/remote/inbound-webhook.ts'
import type { PluginContext } from './plugin.ts'
import type { SettingsValues } from './settings.ts'

type Verified<Data> = ReceivedNotice<Data> | readonly ReceivedNotice<Data>[] | undefined

interface WebhookParts<Data> {
  /**
   * Checks the signature and returns the notices of the request, or none. It must not change anything.
   * @throws Unauthorized if the signature is wrong.
   */
  verify(webhook: InboundWebhook & { settings: SettingsValues }): Verified<Data> | Promise<Verified<Data>>
  /** Processes a notice. `shop.em` is in a transaction, which is committed once for each id. A notice whose handler throws is retried. */
  handle(notice: ReceivedNotice<Data>, shop: PluginContext): void | Promise<void>
}

/** The webhook of another system, at `/hooks/<key>`. */
export interface Webhook {
  verify(webhook: InboundWebhook & { settings: SettingsValues }): Promise<readonly ReceivedNotice[]>
  handle(notice: ReceivedNotice, shop: PluginContext & { em: EntityManager }): Promise<void>
}

/**
 * Declares a webhook that another system calls, such as an ERP.
 *
 * @example
 * const erp = defineWebhook({
 *   verify: ({ body, headers, settings }) => parseNotice(body, headers, settings),
 *   handle: ({ data }, { em }) => updateStock(em, data),
 * })
 */
export function defineWebhook<Data>({ verify, handle }: WebhookParts<Data>): Webhook
export function defineWebhook({ verify, handle }: WebhookParts<unknown>): Webhook {
  return {
    async verify(webhook) {
      const verified = await verify(webhook)
      const notices = verified === undefined ? [] : [verified].flat()
      for (const { id } of notices)
        if (typeof id !== 'string' || id === '' || id.length > MAX_ID)
          throw new TypeError(
            `A notice has the id "${String(id).slice(0, MAX_ID)}". Use a text of 1 to ${MAX_ID} characters.`,
          )
      return notices
    },
    handle: async (notice, shop) => handle(notice, shop),
  }
}

const MAX_ID = 255

interface Signature {
  secret: string
  /** The signature of the request, such as `headers.get('x-signature')`. A prefix such as `sha256=` is ignored. */
  signature: string | null | undefined
  /** Default: `sha256`. */
  algorithm?: 'sha256' | 'sha512' | 'sha1'
  /** Default: `hex`. */
  encoding?: 'hex' | 'base64'
}

/**
 * Checks the HMAC of the body, or of another text that the other system signs.
 * @throws Unauthorized if the signature is wrong or missing, or if the secret is empty.
 */
export function verifySignature(
  signed: Uint8Array | string,
  { secret, signature, algorithm = 'sha256', encoding = 'hex' }: Signature,
): void {
  const expected = createHmac(algorithm, secret).update(signed).digest()
  const given = Buffer.from(signature?.replace(/^[a-z0-9]+=(?!$|=)/, '') ?? '', encoding)
  if (secret === '' || given.length !== expected.length || !timingSafeEqual(given, expected)) throw new Unauthorized()
}
