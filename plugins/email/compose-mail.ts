import type { EntityManager } from '@mikro-orm/postgresql'
import {
  consoleUrl,
  findInviteLink,
  findPaymentLinkUrl,
  type Message,
  maybeReadLogo,
  type NotificationContext,
  passwordLink,
  statement,
} from 'cartwright'
import { readDetails } from './details.ts'
import { localeOf } from './format.ts'
import { type Mail, type MailEvent, type MailLogo, type MailValues, TEMPLATES } from './mail.ts'
import { maybeReadLinkedCart } from './read-linked-cart.ts'
import { maybeReadOrder } from './read-order.ts'
import { type EmailSettings, isLocale } from './settings.ts'

/** Returns undefined if the row of the message does not exist any longer. */
export async function composeMail(
  { em, files, logger }: Pick<NotificationContext, 'em' | 'files'> & Partial<NotificationContext>,
  message: Message,
  settings: EmailSettings,
): Promise<Mail | undefined> {
  const urls = urlsOf(settings)
  const { data, event_name, resource_id } = message
  const orderId = typeof data.order_id === 'string' ? data.order_id : undefined
  const pays = LINKS[event_name] ?? ''
  const isOfCart = pays === 'draft_order' || pays === 'swap'
  const wanted = typeof data.locale === 'string' && isLocale(data.locale) ? data.locale : undefined
  const order = isOfCart
    ? await maybeReadLinkedCart(em, resource_id)
    : orderId === undefined
      ? undefined
      : await maybeReadOrder(em, { id: orderId, locale: wanted })
  if ((isOfCart || orderId !== undefined) && !order) return undefined
  const [store] = await selectStore(em)
  const values: MailValues = {
    ...EMPTY_VALUES,
    shop: { name: store?.name ?? '', url: urls.store, logo: logoOf(await maybeReadLogo(em, files, logger)) },
    first_name: safeName(data.first_name ?? order?.values.shipping_address?.first_name),
    ...(order ? { order: order.values } : {}),
    ...(await readDetails(em, message)),
    ...(pays && order
      ? { pays, ends_at: dateIn(data.expires_at), amount: amountIn(data.amount) ?? order.values.total }
      : {}),
    link: await findLink(em, message, urls),
    order_numbers: await findOrderNumbers(em, data.orders),
  }
  const locale = wanted ?? (order ? localeOf(order, settings.MAIL_LOCALE) : settings.MAIL_LOCALE)
  const { text } = message
  if (text) return { template: event_name, locale, values: { ...values, data }, text }
  return { template: TEMPLATES[event_name as MailEvent], locale, values }
}

const LINKS: Readonly<Record<string, MailValues['pays']>> = {
  'draft_order.payment_link_created': 'draft_order',
  'order.payment_link_created': 'order',
  'swap.payment_link_created': 'swap',
}

const dateIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const amountIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export const EMPTY_VALUES = {
  items: [],
  tracking: [],
  amount: 0,
  code: '',
  ends_at: null,
  claim_type: '',
  pays: '',
} as const satisfies Partial<MailValues>

interface Urls {
  store: string
  admin: string
}

function urlsOf({ STORE_URL, ADMIN_URL, HOST, PORT }: EmailSettings): Urls {
  const server = consoleUrl({ host: HOST, port: PORT })
  return { store: (STORE_URL ?? new URL(server).origin).replace(/\/+$/, ''), admin: ADMIN_URL ?? server }
}

async function findLink(
  em: EntityManager,
  { event_name, resource_id, to, data }: Message,
  { store, admin: adminUrl }: Urls,
): Promise<string> {
  const token = String(data.token)
  const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString()
  if (LINKS[event_name]) return (await findPaymentLinkUrl(em, token)) ?? `${store}/pay?${query({ token })}`
  switch (event_name as MailEvent) {
    case 'customer.password_reset':
      return `${store}/reset-password?${query({ token, email: to })}`
    case 'order-update-token.created':
      return `${store}/claim-orders?${query({ token })}`
    case 'order-edit.requested':
      return `${store}/order-edits/${resource_id}`
    case 'swap.created':
      return findSwapLink(em, resource_id)
    case 'user.password_reset':
      return passwordLink({ adminUrl, token })
    case 'invite.created':
      return findInviteLink(em, { adminUrl, token })
    case 'batch.completed':
      return adminUrl
    default:
      return store
  }
}

const MAX_LOGO = { width: 240, height: 64 }

/** The logo in the size of a mail. It is a part of the mail, because many programs load no pictures of other servers. */
function logoOf(logo: Awaited<ReturnType<typeof maybeReadLogo>>): MailLogo | undefined {
  if (!logo) return undefined
  const scale = Math.min(MAX_LOGO.width / logo.width, MAX_LOGO.height / logo.height, 1)
  return {
    url: `data:image/png;base64,${logo.png.toString('base64')}`,
    width: Math.max(1, Math.round(logo.width * scale)),
    height: Math.max(1, Math.round(logo.height * scale)),
  }
}

/** Empty if the store has no template for the link. */
async function findSwapLink(em: EntityManager, id: string): Promise<string> {
  const [row] = await selectSwapLink(em, id)
  return row?.template && row.cart_id ? row.template.replaceAll('{cart_id}', row.cart_id) : ''
}

async function findOrderNumbers(em: EntityManager, ids: unknown): Promise<number[]> {
  if (!Array.isArray(ids)) return []
  return (await selectOrderNumbers(em, ids)).map(({ display_id }) => display_id)
}

const selectStore = statement<{ name: string }>('select name from store limit 1')
const selectSwapLink = statement<{ template: string | null; cart_id: string | null }>(`
  select store.swap_link_template as template, swap.cart_id from swap cross join store where swap.id = $1`)
const selectOrderNumbers = statement<{ display_id: number }>(
  'select display_id from "order" where id = any($1::text[]) order by display_id',
)

/** Strangers can register the address of another person, so a name that looks like a link or a sentence is left out. */
function safeName(name: unknown): string {
  return typeof name === 'string' && /^[\p{L}\p{M}'’ -]{1,40}$/u.test(name) ? name : ''
}
