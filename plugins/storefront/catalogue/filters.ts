import { html, type Markup } from 'cartwright'
import type { Facets } from '../api.ts'
import type { View } from '../site/view.ts'
import { swatchesOf } from '../swatches/swatch.ts'
import { taxFactorOf } from './find-list.ts'
import { isFiltered, type ListQuery, ORDERS } from './list-query.ts'

export interface FiltersContent {
  query: ListQuery
  facets: Facets
}

/** The form of a list: its order and its filters. It works without a script. */
export function filters(view: View, { query, facets }: FiltersContent): Markup {
  const { texts, url, path, pagePath } = view
  const { collection_id = [], type_id = [], tags = [], options = [] } = facets
  const kept = query.q && html`<input type="hidden" name="q" value="${query.q}">`
  const clear = `${path(pagePath)}${query.q && `?q=${encodeURIComponent(query.q)}`}`
  return html`<form class="filters" action="${url.pathname}">
${kept}
${sortField(view, query)}
<details class="filters-more"${isFiltered(query) && html` open`}><summary>${texts.list.filter}</summary>
${choices(view, { legend: texts.list.collection, name: 'collection', chosen: query.collection, values: named(collection_id) })}
${choices(view, { legend: texts.list.type, name: 'type', chosen: query.type, values: named(type_id) })}
${optionGroups(options, query).map(([title, values]) =>
  choices(view, {
    ...{ legend: title, name: `option[${title}]`, chosen: query.option[title] ?? [] },
    values: withSwatches(view, title, values),
  }),
)}
${choices(view, { legend: texts.list.tag, name: 'tag', chosen: query.tag, values: named(tags) })}
${priceFields(view, { query, facets })}
<div class="filters-end"><button class="button button-quiet">${texts.list.apply}</button>
${isFiltered(query) && html`<a href="${clear}">${texts.list.clear}</a>`}</div>
</details>
</form>`
}

type OptionValue = NonNullable<Facets['options']>[number]

/** An option that divides no two products, such as the grinds of one coffee, is left out. */
const optionGroups = (options: readonly OptionValue[], { option }: ListQuery): [string, OptionValue[]][] =>
  [...Map.groupBy(options, ({ title }) => title)].filter(
    ([title, values]) => title in option || values.some(({ count }) => count > 1),
  )

function withSwatches(view: View, title: string, values: readonly OptionValue[]): Choices['values'] {
  const swatchIn = swatchesOf(view, { title, values: values.map(({ value }) => value) })
  return values.map(({ value, count }) => ({ value, name: value, count, swatch: swatchIn(value) }))
}

function sortField({ texts: { list } }: View, { q, sort }: ListQuery): Markup {
  const names = Object.keys(ORDERS) as (keyof typeof ORDERS)[]
  return html`<div class="sort"><label for="sort">${list.sort}</label>
<select id="sort" name="sort">
${q && html`<option value="">${list.bestMatch}</option>`}
${names.map((name) => html`<option value="${name}"${sort === name && html` selected`}>${list[name]}</option>`)}
</select><button class="button button-quiet">${list.apply}</button></div>`
}

interface Choices {
  legend: string
  name: string
  chosen: readonly string[]
  values: readonly { value: string; name: string; count: number; swatch?: Markup | false }[]
}

const named = (values: readonly { id: string; name: string; count: number }[]): Choices['values'] =>
  values.map(({ id, ...others }) => ({ value: id, ...others }))

/** A filter with one value is useless, unless the visitor has chosen it. */
function choices({ format }: View, { legend, name, chosen, values }: Choices): Markup | false {
  if (values.length < 2 && chosen.length === 0) return false
  return html`<fieldset class="choices"><legend>${legend}</legend>
${values.map(
  ({ value, name: label, count, swatch }) =>
    html`<label><input type="checkbox" name="${name}" value="${value}"${chosen.includes(value) && html` checked`}>${swatch}<bdi>${label}</bdi> <i>${format.number(count)}</i></label>`,
)}</fieldset>`
}

function priceFields(view: View, { query: { min, max }, facets: { price } }: FiltersContent): Markup | false {
  if (!price || price.min === null || price.max === null || price.min === price.max) return false
  const { texts, format } = view
  const shown = (amount: number) => Number(format.decimal(amount * taxFactorOf(view)))
  return html`<fieldset class="choices"><legend>${texts.list.price}</legend><div class="price-fields">
<label for="min">${texts.list.priceFrom}</label><input id="min" name="min" inputmode="decimal" maxlength="12" value="${min}" placeholder="${Math.floor(shown(price.min))}">
<label for="max">${texts.list.priceTo}</label><input id="max" name="max" inputmode="decimal" maxlength="12" value="${max}" placeholder="${Math.ceil(shown(price.max))}">
</div></fieldset>`
}
