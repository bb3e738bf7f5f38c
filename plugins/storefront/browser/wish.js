import { announce, send } from './parts.js'

/* A product goes on the wishlist without a new page. */

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} button
 */
async function changeWish(form, button) {
  const { page, isOk, address } = await send(form, button)
  if (!isOk || new URL(address).pathname !== location.pathname) return location.assign(address)
  const index = [...document.querySelectorAll('.wish')].indexOf(button)
  const changed = /** @type {HTMLElement | undefined} */ (page.querySelectorAll('.wish')[index])
  if (!changed) return location.reload()
  const isFocused = button === document.activeElement
  button.replaceWith(changed)
  if (isFocused) changed.focus()
  announce(changed.getAttribute('aria-label') ?? changed.textContent ?? '')
}

document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target)
  if (form.id !== 'wish' || !event.submitter) return
  event.preventDefault()
  const button = event.submitter
  changeWish(form, button).catch(() => location.reload())
})
