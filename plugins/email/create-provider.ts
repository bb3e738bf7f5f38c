import type { EventName, NotificationProvider } from 'cartwright'
import { composeMail } from './compose-mail.ts'
import { TEMPLATES } from './mail.ts'
import type { EmailSettings } from './settings.ts'
import { Templates } from './templates.ts'
import { openTransport } from './transport.ts'

const DEVELOPMENT_SENDER = 'Shop <shop@localhost>'

/** Returns undefined for a shop in production without a mail server. @throws InvalidData for missing settings. */
export function maybeCreateProvider(settings: EmailSettings): NotificationProvider | undefined {
  const transport = openTransport(settings)
  if (!transport) return undefined
  const templates = templatesOf(settings)
  const from = settings.MAIL_FROM ?? DEVELOPMENT_SENDER
  return {
    id: 'email',
    events: Object.keys(TEMPLATES) as EventName[],
    async send(message, context) {
      const mail = await composeMail(context.em, message, settings)
      if (!mail) return
      const { subject, text, html } = templates.render(mail)
      // A repeated message has the same id, so that mailboxes can drop it.
      const messageId = `<${message.id}@${domainOf(from)}>`
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const to = { name: '', address: message.to }
      await transport.send({ from, to, subject, text, html, messageId, headers }, context)
    },
  }
}

export const templatesOf = ({ MAIL_TEMPLATES, NODE_ENV }: EmailSettings): Templates =>
  new Templates({ folder: MAIL_TEMPLATES, caches: NODE_ENV === 'production' })

const domainOf = (sender: string): string => /@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'
