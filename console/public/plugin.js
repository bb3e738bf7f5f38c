/*
 * The functions of the console for pages and panels of plugins:
 *
 *   import { api, context, money, time } from '../../plugin.js'
 *   const { order } = await api('GET', `orders/${context.id}`)
 */

import { moneyText } from './plugin-money.js'

const parameters = new URLSearchParams(location.search)
const root = document.documentElement

/**
 * Where the console shows the file. `place` is `page`, `order`, `customer` or `product`, and `id` the ID of the row.
 * `language` is the one that the user has chosen, such as `de`.
 */
export const context = {
  place: parameters.get('place') ?? 'page',
  id: parameters.get('id'),
  language: parameters.get('language') ?? 'en',
}

const shop = new URL('../', import.meta.url)

/**
 * Calls the API of the administration with the session of the user, such as `api('POST', 'reviews/rev_1', { status: 'approved' })`.
 * Returns the response. Throws an Error whose message is for the user.
 */
export async function api(method, path, body) {
  const headers = { 'accept-language': context.language, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await fetch(new URL(`admin/${path}`, shop), init)
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.message ?? `The shop answered with the status ${response.status}`)
  return answer
}

/** Returns an amount in minor units with its currency, such as `12,50 €`. */
export const money = (amount, currency) => moneyText(amount, currency, context.language)

/** Returns a date with its time, in the format of the user. */
export const time = (date) =>
  new Intl.DateTimeFormat(context.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(date))

/** Opens a page of the console, such as `/orders/order_1`. */
export const open = (path) => send({ type: 'open', path })

const send = (message) => parent.postMessage(message, location.origin)

root.lang = context.language
root.dir = parameters.get('direction') ?? 'ltr'
Object.assign(root.dataset, { place: context.place, scheme: parameters.get('scheme') ?? 'light' })

// The fonts of the console.
for (const { cssRules, href } of parent.document.styleSheets) {
  const faces = Array.from(cssRules).filter(({ type }) => type === CSSRule.FONT_FACE_RULE)
  const whole = (_, path) => `url("${new URL(path, href ?? parent.document.baseURI)}")`
  const own = new CSSStyleSheet()
  own.replaceSync(faces.map(({ cssText }) => cssText.replace(/url\("([^"]+)"\)/g, whole)).join('\n'))
  document.adoptedStyleSheets.push(own)
}

// The frame of a panel is as high as its content.
if (context.place !== 'page')
  new ResizeObserver(() => send({ type: 'height', height: Math.ceil(root.getBoundingClientRect().height) })).observe(root)
