import { announce, select, send } from './parts.js'

/* A product goes on the wishlist without a new page. */

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} button
 */
async function changeWish(form, button) {
  const { page, isOk, address } = await send(form, button)
  if (!isOk || new URL(address).pathname !== location.pathname) return location.assign(address)
  const selector = `.wish[data-product="${CSS.escape(button.dataset.product ?? '')}"]`
  const found = /** @type {HTMLElement | null} */ (select(selector, page))
  if (!found) return location.reload()
  for (const old of document.querySelectorAll(selector)) {
    const isFocused = old === document.activeElement
    const isWide = old.classList.contains('button')
    const match = [...page.querySelectorAll(selector)].find((one) => one.classList.contains('button') === isWide)
    const changed = /** @type {HTMLElement} */ ((match ?? found).cloneNode(true))
    old.replaceWith(changed)
    if (isFocused) changed.focus()
  }
  announce(found.getAttribute('aria-label') ?? found.textContent ?? '')
}

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  if (form.id !== 'wish' || !event.submitter) return
  event.preventDefault()
  const button = event.submitter
  changeWish(form, button).catch(() => location.reload())
})
