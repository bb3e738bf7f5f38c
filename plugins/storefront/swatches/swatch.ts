import { html, type Markup } from 'cartwright'
import type { Product } from '../api.ts'
import { shownAddress } from '../pictures/shown-address.ts'
import type { View } from '../site/view.ts'
import { type Look, looksOf, type OptionValues } from './looks-of.ts'

/** The colours and pictures of the values of an option. The text next to each one names its value. */
export function swatchesOf(view: View, option: OptionValues): (value: string) => Markup | false {
  const looks = looksOf(view.theme, option)
  return (value) => {
    const look = looks.get(value)
    return look !== undefined && html`<span class="swatch" aria-hidden="true">${drawing(view, look)}</span>`
  }
}

/** The policy of the pages allows no `style`, but a colour of SVG. */
const drawing = ({ url }: View, { colour, picture }: Look): Markup =>
  picture
    ? html`<img src="${shownAddress(url, picture)}" alt="" width="20" height="20" loading="lazy">`
    : html`<svg color="${colour}"></svg>`

const SHOWN = 5

/** The colours of a product in a list. A product with one colour has none. */
export function cardSwatches(view: View, { options = [] }: Product): Markup | false {
  for (const option of options) {
    const values = [...new Set(option.values?.map(({ value }) => value))]
    const looks = [...looksOf(view.theme, { title: option.title, values }).values()]
    if (looks.length > 1)
      return html`<p class="swatches" role="img" aria-label="${`${option.title}: ${values.join(', ')}`}">${looks.slice(0, SHOWN).map((look) => drawing(view, look))}${looks.length > SHOWN && `+${looks.length - SHOWN}`}</p>`
  }
  return false
}
