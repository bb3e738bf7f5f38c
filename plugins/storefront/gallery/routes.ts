import { html, type Markup, NotFound, type Route, type RouteCall, route } from 'cartwright'
import { z } from 'zod'
import { renderPage } from '../shell/render-page.ts'
import type { Site } from '../site/site.ts'
import { openVisit, type Visit } from '../site/visit.ts'
import { readSamples } from './samples.ts'
import { STATES } from './states.ts'

/** A server in production does not have the paths below `/dev`. */
const PATH = '/dev/components'

const input = z.object({
  language: z.string().max(20).optional().catch(undefined),
  dir: z.enum(['ltr', 'rtl']).optional().catch(undefined),
})

const names = Object.keys(STATES) as (keyof typeof STATES)[]

/** Each component in each of its states, for developers. */
export const galleryRoutes = (site: Site): Record<string, Route> => ({
  components: route.get(PATH, { input, csp: { 'frame-src': ["'self'"] } }, async (call) => {
    const visit = await visitOf(site, call)
    return renderPage(visit, { title: 'Components', main: overview(visit), isListed: false })
  }),

  componentState: route.get(
    `${PATH}/:component/:state`,
    { input, csp: { 'frame-ancestors': ["'self'"] } },
    async (call) => {
      const { component, state: name } = call.params
      const state = stateOf(component, name)
      if (!state) throw new NotFound('This component has no such state')
      const visit = await visitOf(site, call)
      const shown = await state.show(await readSamples(visit))
      if (shown && state.isPage) return shown
      return renderPage(visit, {
        title: `${component}: ${name}`,
        main: shown ? titled(shown, `${component}: ${name}`) : missing(),
        isListed: false,
        isFocused: true,
      })
    },
  ),
})

const stateOf = (component: string, name: string) => {
  const states = names.find((one) => one === component)
  return states && Object.hasOwn(STATES[states], name) ? STATES[states][name] : undefined
}

interface GalleryCall extends RouteCall<object> {
  input: z.output<typeof input>
}

async function visitOf(site: Site, call: GalleryCall): Promise<Visit> {
  const { language: code, dir } = call.input
  const found = site.languages.find((one) => one.code === code) ?? site.languages[0]
  const visit = await openVisit(site, found, call)
  if (!visit) throw new NotFound('Add a region with countries first')
  return dir ? { ...visit, language: { ...found, direction: dir } } : visit
}

function overview({ url, site }: Visit): Markup {
  const looks = [
    ...site.languages.map(({ code, name }) => [`?language=${code}`, name]),
    ['?dir=rtl', 'Right to left'],
  ] as const
  return html`<div class="list-head"><h1>Components</h1>
<p class="lead">The parts that the option components replaces, with the products of this shop, your cart and your account.</p>
<ul class="chips">${looks.map(([query, name]) => html`<li><a class="chip" href="${PATH + query}">${name}</a></li>`)}</ul></div>
${names.map(
  (name) =>
    html`<section class="section" id="${name}"><h2>${name}</h2>${Object.keys(STATES[name]).map((state) => frame(name, state, url.search))}</section>`,
)}`
}

function frame(name: string, state: string, query: string): Markup {
  const address = `${PATH}/${name}/${encodeURIComponent(state)}${query}`
  return html`<div class="gallery-state"><h3><a href="${address}">${state}</a></h3>
<iframe src="${address}" title="${name}: ${state}" loading="lazy"></iframe></div>`
}

/** A part of a page has neither the title of a page nor of a section. */
const titled = (part: Markup, title: string): Markup =>
  String(part).includes('<h1') ? part : html`<h1 class="hidden">${title}</h1><h2 class="hidden">${title}</h2>${part}`

const missing = (): Markup =>
  html`<h1>Nothing to show</h1><p>Add a product, put it into the cart, or log in as a customer with an order.</p>`
