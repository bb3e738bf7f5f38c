import { announce, live, loadStyles, replace, select, send, text } from './parts.js'

/* A product is added without leaving its page, and the cart opens above it. */

/** @type {HTMLDialogElement | undefined} */
let drawer

function openDrawer() {
  drawer ??= createDrawer()
  if (!drawer.open) drawer.showModal()
  return drawer
}

function createDrawer() {
  const dialog = document.createElement('dialog')
  dialog.className = 'drawer'
  dialog.setAttribute('aria-labelledby', 'drawer-title')
  const close = document.createElement('button')
  close.className = 'link-button drawer-close'
  close.textContent = text('close')
  close.addEventListener('click', () => dialog.close())
  const content = document.createElement('div')
  content.className = 'drawer-content'
  dialog.append(close, content)
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  content.addEventListener('submit', (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target)
    if (!form.action.includes('/cart/lines/')) return
    event.preventDefault()
    send(form)
      .then(({ page }) => showCart(page))
      .catch(() => form.submit())
  })
  document.body.append(dialog)
  return dialog
}

/** @param {Document} page The page of the cart. */
function showCart(page) {
  const main = select('main', page)
  const content = select('.drawer-content', openDrawer())
  if (!main || !content) return
  const title = select('h1', main)
  if (title) {
    const heading = document.createElement('h2')
    heading.id = 'drawer-title'
    heading.tabIndex = -1
    heading.append(...title.childNodes)
    title.replaceWith(heading)
  }
  const notice = select('.notice, .error', main)?.textContent ?? select('.totals .total', main)?.textContent ?? ''
  content.replaceChildren(...main.childNodes)
  replace('.tools', page)
  const heading = /** @type {HTMLElement | null} */ (select('#drawer-title', content))
  heading?.focus()
  announceIn(content, notice)
}

/**
 * A modal dialog hides the rest of the page, also its live region.
 *
 * @param {Element} content
 * @param {string} message
 */
function announceIn(content, message) {
  content.append(live)
  announce(message.trim())
}

/** @param {HTMLFormElement} form */
async function addToCart(form) {
  const button = /** @type {HTMLButtonElement | null} */ (select('button:not([type])', form))
  button?.setAttribute('aria-busy', 'true')
  const { page, isOk } = await send(form)
  if (isOk) await loadStyles(page)
  button?.removeAttribute('aria-busy')
  if (isOk) return showCart(page)
  if (!select('form.buy .error', page)) return form.submit()
  replace('form.buy', page)
  announce(select('form.buy .error')?.textContent ?? '')
}

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  if (!form.matches('form.buy') || event.defaultPrevented) return
  event.preventDefault()
  addToCart(form).catch(() => form.submit())
})
