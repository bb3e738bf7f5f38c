import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow } from '#database/rows.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'
import type { FileStore } from '../file/file-port.ts'
import { Notification } from './notification.ts'
import type { MailPreview } from './notification-port.ts'
import { messageOf } from './send-notification.ts'

/**
 * Returns the mail that a resend of the notification would send now.
 * @throws NotFound. NotAllowed for a notification with a token, or if its provider has no previews or sends nothing.
 */
export async function previewNotification(
  { em, files }: { em: EntityManager; files: FileStore },
  { id, locale }: { id: string; locale?: string | undefined },
): Promise<MailPreview> {
  const notification = await findRow(em, Notification, { id })
  if (!notification) throw new NotFound(`Notification with id: ${id} was not found.`)
  notification.assertResendable()
  const provider = shopOf(em).notifications.get(notification.provider_id)
  const mail = await provider?.preview?.(messageOf(em, notification), { em: em.fork(), files }, locale)
  if (!mail) throw new NotAllowed('This notification has no preview.').because({ name: 'notification_without_preview' })
  return mail
}
