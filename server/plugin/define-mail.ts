import type { EntityManager } from '@mikro-orm/postgresql'
import type { EventOf, PluginEvents } from '#entities/platform/event/events.ts'
import type { MailFormat, MailText } from '#entities/platform/notification/notification-port.ts'
import type { PluginMail } from '#entities/platform/notification/plugin-mail.ts'
import type { SettingsValues } from './settings.ts'

interface MailTools {
  /** Without a transaction. A mail only reads. */
  em: EntityManager
  settings: SettingsValues
}

type Awaitable<Value> = Value | Promise<Value>

interface MailParts<Name extends keyof PluginEvents, Data extends object> {
  /** An event of the plugin. */
  event: Name
  /** Returns the recipient. Default: `email` of the payload, or the e-mail address of its `customer_id`. */
  to?(payload: EventOf<Name>['payload'], shop: MailTools): Awaitable<string | null | undefined>
  /** Reads the values of the text, as JSON. Undefined: no mail is sent. */
  data(payload: EventOf<Name>['payload'], shop: MailTools): Awaitable<Data | undefined>
  /** Values for the preview at `/dev/emails`. */
  demo: Data
  /** The text in each language, such as `en` and `de`. The first is for all other languages. */
  texts: Readonly<Record<string, (values: { data: Data } & MailFormat) => MailText>>
}

/** A mail of a plugin. */
export interface Mail {
  readonly event: keyof PluginEvents
  readonly languages: readonly string[]
  install(settings: SettingsValues): PluginMail
}

/**
 * Declares the mail of an event. The text has no HTML: blank lines separate paragraphs, and a line with an address is a link.
 *
 * @example
 * defineMail({
 *   event: 'gift-wrap.finished',
 *   data: ({ order_id }, { em }) => readOrder(em, order_id),
 *   demo: { order_number: 1001 },
 *   texts: { en: ({ data }) => ({ subject: `Order #${data.order_number} is wrapped`, text: 'Hello,\n\nit is ready.' }) },
 * })
 */
export function defineMail<const Name extends keyof PluginEvents, Data extends object>({
  event,
  to,
  data,
  demo,
  texts,
}: MailParts<Name, Data>): Mail {
  type Payload = EventOf<Name>['payload']
  return {
    event,
    languages: Object.keys(texts),
    install: (settings) => ({
      event,
      demo: Object.fromEntries(Object.entries(demo)),
      findRecipient: async (payload, em) => to?.(payload as Payload, { em, settings }),
      readData: async (payload, em) => data(payload as Payload, { em, settings }),
      compose(values, format) {
        const { subject, text } = textFor(texts, format.locale)({ data: values as Data, ...format })
        return { subject: subject.replaceAll(/[\r\n\p{Cc}]+/gu, ' '), text }
      },
    }),
  }
}

function textFor<Text>(texts: Readonly<Record<string, Text>>, locale: string): Text {
  const { language } = new Intl.Locale(locale)
  const text = texts[locale] ?? texts[language] ?? Object.values(texts)[0]
  if (!text) throw new Error('A mail has no text')
  return text
}
