/* The pages work without this script. It makes them quicker, and uses only their own HTML. */

const script = /** @type {HTMLScriptElement} */ (document.currentScript)

/** @param {string} name */
export const text = (name) => script.dataset[name] ?? ''

/**
 * @template {Element} Found
 * @param {string} selector
 * @param {ParentNode} [within]
 */
export const select = (selector, within = document) => /** @type {Found | null} */ (within.querySelector(selector))

export const live = document.createElement('div')
live.className = 'hidden'
live.setAttribute('role', 'status')
document.body.append(live)

/** @param {string} message */
export function announce(message) {
  live.textContent = message
}

/**
 * The page that an address or a form answers with.
 *
 * @param {string} address
 * @param {RequestInit} [options]
 */
export async function readPage(address, options = {}) {
  const answer = await fetch(address, { ...options, headers: { accept: 'text/html', ...options.headers } })
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return { page, isOk: answer.ok, address: answer.url }
}

/**
 * Sends a form as the browser would.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button]
 */
export const send = (form, button) =>
  readPage(form.action, { method: 'POST', body: new URLSearchParams(entriesOf(form, button)) })

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button]
 */
export const entriesOf = (form, button) =>
  [...new FormData(form, button)].map(([name, value]) => /** @type {[string, string]} */ ([name, String(value)]))

/**
 * Shows a part of another page in this one.
 *
 * @param {string} selector
 * @param {ParentNode} page
 */
export function replace(selector, page) {
  const [old, found] = [select(selector), select(selector, page)]
  if (old && found) old.replaceWith(found)
}

/**
 * Waits for the stylesheets that only another page has. Those of the shop stay the last ones.
 *
 * @param {Document} page
 */
export const loadStyles = (page) =>
  Promise.all(Array.from(page.querySelectorAll('link[rel=stylesheet]'), (link) => loadStyle(link.getAttribute('href'))))

/**
 * Waits for a stylesheet, unless the page has it. A missing one must not stop the script.
 *
 * @param {string | null} href
 */
export function loadStyle(href) {
  if (!href || select(`link[href="${CSS.escape(href)}"]`)) return
  return new Promise((resolve) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href, onload: resolve, onerror: resolve })
    select('link[rel=stylesheet]')?.after(link)
  })
}
