import { api } from '../../plugin.js'
import { button, createStatus, el, labelled, t } from './page.js'
import { redirectsIn } from './redirects-in.js'

const HINT =
  'The old and the new address in each line, or a CSV file of another shop. 302: the old page comes back. 410: it is gone.'
const SHOWN = 100
const BATCH = 1000

const form = document.querySelector('#new')
const list = document.querySelector('#list')
const { element: status, report, fail } = createStatus()
const lines = el('textarea', {
  ...{ className: 'long', name: 'lines', spellcheck: false },
  placeholder:
    '/blogs/news/our-mugs /collections/mugs\n/old/mug.html?id=7 /products/mug\n/sale /products 302\n/retired 410',
})
const search = el('input', { type: 'search', name: 'q', maxLength: 200 })
const rows = el('div')

function row({ id, from_path, to_path, status: code }) {
  const remove = button(t('Delete'), () => api('DELETE', `storefront/redirects/${id}`).then(load).catch(fail), {
    ...{ className: 'danger', 'aria-label': `${t('Delete')}: ${from_path}` },
  })
  return el(
    'tr',
    {},
    el('td', { className: 'address' }, from_path),
    el('td', { className: 'address' }, to_path ?? t('Gone')),
    el('td', {}, String(code)),
    el('td', {}, remove),
  )
}

function showRows({ redirects, count }) {
  const head = ['Old address', 'New address', 'Status'].map((name) => el('th', { scope: 'col' }, t(name)))
  const names = el('thead', {}, el('tr', {}, ...head, el('td')))
  const note = count > redirects.length ? `${redirects.length} / ${count}` : ''
  rows.replaceChildren(
    ...(redirects.length > 0
      ? [el('table', {}, names, el('tbody', {}, ...redirects.map(row))), el('p', { className: 'quiet' }, note)]
      : [
          el(
            'p',
            { className: 'quiet' },
            t('No redirect. Addresses of Shopify and WooCommerce lead to their pages without one.'),
          ),
        ]),
  )
}

async function load() {
  const q = search.value.trim()
  showRows(await api('GET', `storefront/redirects?limit=${SHOWN}${q && `&q=${encodeURIComponent(q)}`}`))
}

async function save() {
  const redirects = redirectsIn(lines.value, location.origin)
  if (redirects.length === 0) throw new Error(t('Write one redirect in each line.'))
  for (let i = 0; i < redirects.length; i += BATCH)
    await api('POST', 'storefront/redirects', { redirects: redirects.slice(i, i + BATCH) })
  lines.value = ''
  report(`${t('Saved.')} (${redirects.length})`)
  await load()
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  save().catch(fail)
})
search.addEventListener('input', () => load().catch(fail))

form.append(
  el('h2', {}, t('New redirects')),
  labelled('Redirects', lines, HINT),
  status,
  el('div', { className: 'row' }, el('button', { className: 'primary' }, t('Save'))),
)
list.append(labelled('Search', search), rows)
load().catch(fail)
