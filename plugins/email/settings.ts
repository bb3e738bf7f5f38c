import { defineSettings } from 'cartwright'
import { z } from 'zod'

const httpUrl = z.url({ protocol: /^https?$/, error: 'must look like https://host' })

export const settings = defineSettings({
  /** The mail server. Without it, a shop in development writes mails to files, and a shop in production sends none. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host or smtp://host:port' })
    .optional(),
  /** The sender, such as `Shop <shop@example.com>`. */
  MAIL_FROM: z.string().optional(),
  /** The language of the texts, and the format of dates and money if the order names no country. */
  MAIL_LOCALE: z.string().refine(isLocale, 'must be a locale such as en or de-AT').default('en'),
  /** A folder with templates that replace those of the plugin. */
  MAIL_TEMPLATES: z.string().optional(),
  /** The address of the storefront, for links. */
  STORE_URL: httpUrl.optional(),
  /** The address of the administration, for links. Default: the console of this server. */
  ADMIN_URL: httpUrl.optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().default(9000),
  DATA_DIR: z.string().default('.data'),
  NODE_ENV: z.string().optional(),
})

export type EmailSettings = ReturnType<typeof settings.of>

export function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
