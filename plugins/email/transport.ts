import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InvalidData, type NotificationContext } from 'cartwright'
import type { SendMailOptions } from 'nodemailer'
import type { EmailSettings } from './settings.ts'

export interface Transport {
  send(mail: SendMailOptions & { text: string }, context: NotificationContext): Promise<void>
}

/** Returns undefined for a shop in production without a mail server. @throws InvalidData for missing settings. */
export function openTransport(values: EmailSettings): Transport | undefined {
  const { SMTP_URL, NODE_ENV } = values
  if (SMTP_URL) {
    assertComplete(values)
    return new SmtpTransport(SMTP_URL)
  }
  return NODE_ENV === 'production' ? undefined : new FileTransport(mailFolder(values))
}

/** The folder of the mails that a shop in development writes to files. */
export const mailFolder = ({ DATA_DIR }: EmailSettings): string => join(DATA_DIR, 'mail')

function assertComplete({ MAIL_FROM, STORE_URL, ADMIN_URL, NODE_ENV }: EmailSettings): void {
  const required = NODE_ENV === 'production' ? { MAIL_FROM, STORE_URL, ADMIN_URL } : { MAIL_FROM }
  const missing = Object.entries(required).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length > 0) throw new InvalidData(`SMTP_URL is set, so set ${missing.join(' and ')} too`)
}

const LIMITS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  disableFileAccess: true,
  disableUrlAccess: true,
}

class SmtpTransport implements Transport {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** The response of a mail server can quote the message, which may contain a token. So the error omits the response. */
  async send(mail: SendMailOptions): Promise<void> {
    const { createTransport } = await import('nodemailer')
    const smtp = createTransport({ url: this.#url, ...LIMITS })
    try {
      await smtp.sendMail(mail)
    } catch (error) {
      const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
      const reason = [code, command, responseCode].filter((part) => part !== undefined).join(', ')
      throw new Error(`The mail server did not accept the message (${reason || 'unknown reason'})`)
    }
  }
}

/** Writes each mail to a file, and logs its links. */
class FileTransport implements Transport {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async send(mail: SendMailOptions & { text: string }, { logger }: NotificationContext): Promise<void> {
    const { createTransport } = await import('nodemailer')
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
    const { message } = await composer.sendMail(mail)
    const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const file = join(this.#folder, `${time}-${String(mail.messageId).replaceAll(/[^\w]+/g, '-')}.eml`)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await writeFile(file, message, { mode: 0o600 })
    logger.info({ file, subject: mail.subject, links: mail.text.match(/https?:\/\/\S+/g) ?? [] }, 'Mail written')
  }
}
