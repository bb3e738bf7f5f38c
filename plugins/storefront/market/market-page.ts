import { html, redirect } from 'cartwright'
import { z } from 'zod'
import { maybeCart } from '../cart/read-cart.ts'
import { select } from '../shell/field.ts'
import { renderPage } from '../shell/render-page.ts'
import { countriesOf, marketOf } from '../site/market.ts'
import { ownPath } from '../site/own-path.ts'
import { form, page } from '../site/page.ts'
import { pathIn } from '../site/path-in.ts'
import { COUNTRY_COOKIE, type Visit, YEAR } from '../site/visit.ts'

const query = z.object({ back: ownPath.catch('/') })

export const market = page('/market', { input: query }, (visit, { input: { back } }) => {
  const { texts, path, site, language, regions, format } = visit
  const countries = regions.flatMap((region) =>
    countriesOf(region).map((code) => ({
      value: code,
      text: `${format.country(code)} (${region.currency_code.toUpperCase()})`,
    })),
  )
  const main = html`<div class="narrow"><h1>${texts.market.title}</h1><p class="lead">${texts.market.lead}</p>
<form class="fields" method="post" action="${path('/market')}"><input type="hidden" name="back" value="${back}">
${select({
  ...{ name: 'country', label: texts.market.country, value: visit.market.country },
  options: countries.toSorted((a, b) => a.text.localeCompare(b.text)),
})}
${select({
  ...{ name: 'language', label: texts.market.language, value: language.code },
  options: site.languages.map(({ code, name }) => ({ value: code, text: name })),
})}
<button class="button button-wide">${texts.market.save}</button></form></div>`
  return renderPage(visit, { title: texts.market.title, main, isListed: false })
})

const input = z.object({
  country: z.string().max(2),
  language: z.string().max(20),
  back: ownPath.catch('/'),
})

export const chooseMarket = form('/market', input, async (visit, { input: { country, language, back } }) => {
  const { site, regions, cookies } = visit
  const chosen = marketOf(regions, country)
  if (chosen?.country === country) {
    await changeRegion(visit, { region_id: chosen.region.id, country_code: country })
    cookies.set(COUNTRY_COOKIE, country, { maxAge: YEAR })
  }
  const [first, ...others] = site.languages
  return redirect(pathIn(site, others.find((one) => one.code === language) ?? first, back))
})

/** An open cart gets the prices of the new region. */
async function changeRegion(visit: Visit, change: { region_id: string; country_code: string }): Promise<void> {
  const open = await maybeCart(visit)
  if (!open || (open.region_id === change.region_id && !open.shipping_address)) return
  await visit.store.carts.update({ id: open.id, ...change })
}
