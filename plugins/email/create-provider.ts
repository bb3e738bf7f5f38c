import { existsSync } from 'node:fs'
import { type EventName, InvalidData, type NotificationProvider } from 'cartwright'
import { type Mail, TEMPLATES } from './mail.ts'
import type { EmailSettings } from './settings.ts'
import type { RenderedMail, Templates } from './templates.ts'
import { openTransport } from './transport.ts'

const DEVELOPMENT_SENDER = 'Shop <shop@localhost>'

/** Returns undefined for a shop in production without a mail server. @throws InvalidData for missing settings. */
export function maybeCreateProvider(settings: EmailSettings): NotificationProvider | undefined {
  const transport = openTransport(settings)
  if (!transport) return undefined
  assertFolderExists(settings)
  let templates: Templates | undefined
  const render = async (mail: Mail): Promise<RenderedMail> => {
    templates ??= (await import('./templates.ts')).templatesOf(settings)
    return templates.render(mail)
  }
  const from = settings.MAIL_FROM ?? DEVELOPMENT_SENDER
  return {
    id: 'email',
    events: Object.keys(TEMPLATES) as EventName[],
    sendsMailsOfPlugins: true,
    isPreview: !settings.SMTP_URL,
    async preview(message, context, locale) {
      const { composeMail } = await import('./compose-mail.ts')
      const shown = locale ? { ...message, data: { ...message.data, locale } } : message
      const mail = await composeMail(context, shown, settings)
      return mail && { ...(await render(mail)), locale: mail.locale }
    },
    async send(message, context) {
      const { composeMail } = await import('./compose-mail.ts')
      const mail = await composeMail(context, message, settings)
      if (!mail) return
      const { subject, text, html } = await render(mail)
      // A repeated message has the same id, so that mailboxes can drop it.
      const messageId = `<${message.id}@${domainOf(from)}>`
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const to = { name: '', address: message.to }
      await transport.send({ from, to, subject, text, html, attachDataUrls: true, messageId, headers }, context)
    },
  }
}

function assertFolderExists({ MAIL_TEMPLATES: folder }: EmailSettings): void {
  if (folder && !existsSync(folder)) throw new InvalidData(`The folder of MAIL_TEMPLATES does not exist: ${folder}`)
}

const domainOf = (sender: string): string => /@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost'
