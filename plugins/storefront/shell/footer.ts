import { html, type Markup } from 'cartwright'
import { pageLink } from '../content/page-links.ts'
import type { View } from '../site/view.ts'
import type { HeaderContent } from './header.ts'
import { icon } from './icon.ts'

export function footer(view: View, { navigation, isFocused }: HeaderContent): Markup {
  const { texts, path, shopName, language, format, market } = view
  const place = `${format.country(market.country)} · ${market.region.currency_code.toUpperCase()} · ${language.name}`
  return html`<footer class="footer">
<div class="footer-bar">
${
  !isFocused &&
  html`<nav aria-label="${texts.shell.shop}"><h2>${texts.shell.shop}</h2><ul>
<li><a href="${path('/products')}">${texts.list.all}</a></li>
${navigation.map(({ handle, name }) => html`<li><a href="${path(`/categories/${handle}`)}">${name}</a></li>`)}
</ul></nav>
<nav aria-label="${texts.shell.help}"><h2>${texts.shell.help}</h2><ul>
<li><a href="${path('/orders')}">${texts.shell.orders}</a></li>
</ul></nav>`
}
${pagesOfShop(view)}
<p class="footer-end"><span>${shopName}</span>
<a href="${path('/market')}?back=${encodeURIComponent(view.backPath)}" aria-label="${`${texts.shell.market}: ${place}`}">${icon('globe')}${place}</a></p>
</div>
</footer>`
}

/** A shop without written pages has no list. */
function pagesOfShop(view: View): Markup | false {
  const links = view.writtenPages.flatMap((page) => pageLink(view, page) || [])
  const { information } = view.texts.shell
  return (
    links.length > 0 &&
    html`<nav aria-label="${information}"><h2>${information}</h2><ul>${links.map((link) => html`<li>${link}</li>`)}</ul></nav>`
  )
}
