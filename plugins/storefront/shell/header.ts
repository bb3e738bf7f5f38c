import { html, type Markup } from 'cartwright'
import type { Category } from '../api.ts'
import { shownAddress } from '../pictures/shown-address.ts'
import type { View } from '../site/view.ts'
import { WISHLIST } from '../wishlist/keep-wish.ts'
import { icon } from './icon.ts'

export interface HeaderContent {
  navigation: readonly Category[]
  /** Without search and navigation, so that a customer in the checkout is not distracted. */
  isFocused: boolean
}

export function header(view: View, { navigation, isFocused }: HeaderContent): Markup {
  const { texts, path } = view
  return html`<header class="header">
<div class="header-bar">
<a class="brand" href="${path('/')}">${brand(view)}</a>
${!isFocused && searchForm(view)}
<nav class="tools" aria-label="${texts.shell.tools}">
${!isFocused && accountLink(view)}
${!isFocused && view.wishes.isOffered && html`<a class="tool" href="${path(WISHLIST)}" aria-label="${texts.wishlist.title}">${icon('heart')}</a>`}
${cartLink(view)}
</nav>
</div>
${
  navigation.length > 0 &&
  html`<nav class="menu" aria-label="${texts.shell.menu}"><ul>
${navigation.map((category) => menuItem(view, category))}
</ul></nav>`
}
</header>`
}

const LOGO = { width: 224, height: 48 }

/** The logo, or the name of the shop. */
function brand({ theme: { logo }, shopName, url }: View): Markup | string {
  if (!logo) return shopName
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
  const [width, height] = [logo.width, logo.height].map((pixels) => Math.max(1, Math.round(pixels * scale)))
  return html`<img class="logo" src="${shownAddress(url, logo.url)}" width="${width}" height="${height}" alt="${shopName}">`
}

function menuItem({ path, pagePath }: View, { handle, name }: Category): Markup {
  const target = `/categories/${handle}`
  return html`<li><a href="${path(target)}"${pagePath === target && html` aria-current="page"`}>${name}</a></li>`
}

function searchForm({ texts, path, url, pagePath }: View): Markup {
  const words = pagePath === '/search' ? (url.searchParams.get('q') ?? '') : ''
  return html`<search class="search"><form action="${path('/search')}">
<label class="hidden" for="search">${texts.shell.searchLabel}</label>
<input id="search" type="search" name="q" value="${words}" placeholder="${texts.shell.searchLabel}" maxlength="200" required>
<button class="icon-button" aria-label="${texts.shell.search}">${icon('search')}</button>
</form></search>`
}

function accountLink({ texts: { shell }, path, isLoggedIn }: View): Markup {
  const text = isLoggedIn ? shell.account : shell.logIn
  return html`<a class="tool" href="${path('/account')}" aria-label="${text}">${icon('person')}<span class="tool-text">${text}</span></a>`
}

const MAX_BADGE = 99

function cartLink({ texts, path, cartCount }: View): Markup {
  return html`<a class="tool" href="${path('/cart')}" aria-label="${texts.shell.cartCount(cartCount)}">
${icon('bag')}<span class="tool-text" aria-hidden="true">${texts.shell.cart}</span>
${cartCount > 0 && html`<span class="badge" aria-hidden="true">${cartCount > MAX_BADGE ? `${MAX_BADGE}+` : cartCount}</span>`}</a>`
}
