import { announce, entriesOf, readPage, replace, select } from './parts.js'

/* A list follows its filters, and the address follows the list. */

let changes = 0

/** @param {HTMLFormElement} form */
async function filter(form) {
  const turn = ++changes
  const query = new URLSearchParams(entriesOf(form).filter(([, value]) => value !== ''))
  const address = `${new URL(form.action).pathname}?${query}`
  const { page, isOk } = await readPage(address)
  if (turn !== changes) return
  if (!isOk) return location.assign(address)
  const focused = document.activeElement
  const selector = focused instanceof HTMLInputElement || focused instanceof HTMLSelectElement ? sameField(focused) : ''
  replace('.filters', page)
  replace('.list-products', page)
  replace('#wish', page)
  if (selector) /** @type {HTMLElement | null} */ (select(selector))?.focus()
  document.title = page.title
  history.pushState({ isFiltered: true }, '', address)
  announce(select('.list-products [role=status]')?.textContent ?? '')
}

/** @param {HTMLInputElement | HTMLSelectElement} field */
const sameField = ({ name, value, type }) =>
  `.filters [name="${CSS.escape(name)}"]${type === 'checkbox' ? `[value="${CSS.escape(value)}"]` : ''}`

document.addEventListener('change', ({ target }) => {
  const form = target instanceof Element ? /** @type {HTMLFormElement | null} */ (target.closest('form.filters')) : null
  if (form) filter(form).catch(() => form.submit())
})
addEventListener('popstate', () => location.reload())
