import { announce, entriesOf, readPage, replace, select } from './parts.js'

/* The price and the stock follow the chosen values. */

let choices = 0

/** @param {HTMLFormElement} form */
async function showVariant(form) {
  const options = entriesOf(form).filter(([name]) => name.startsWith('option['))
  if (options.length < form.querySelectorAll('.option').length) return
  const turn = ++choices
  const address = `${location.pathname}?${new URLSearchParams(options)}`
  const { page, isOk } = await readPage(address)
  if (!isOk || turn !== choices) return
  replace('.product-info > .price', page)
  replace('.stock', page)
  replace('.product-info > .wish', page)
  showFirstPicture(page)
  history.replaceState(null, '', address)
  announce(
    [select('.product-info > .price'), select('form.buy .stock')].map((part) => part?.textContent ?? '').join(' '),
  )
}

/**
 * The first picture is that of the chosen variant. Other variants keep the gallery and the place where it is scrolled.
 * @param {Document} page
 */
function showFirstPicture(page) {
  const [now, next] = [document, page].map((one) => one.querySelector('.gallery img')?.getAttribute('src'))
  if (now === next) return
  replace('.gallery', page)
}

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
  const form = target.form
  if (form?.matches('form.buy')) showVariant(form).catch(() => {})
})
