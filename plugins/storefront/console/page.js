import { context } from '../../plugin.js'
import { german } from './german.js'

/* The parts that all pages of the storefront in the console share. */

const isGerman = context.language.startsWith('de')

/** The text in the language of the user. English texts are their own keys. */
export const t = (text) => (isGerman && german[text]) || text

/** Creates an element: `el('label', { className: 'check' }, 'Name', input)`. */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value
    else element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}

let count = 0

/** A control with its label, and a hint below it. */
export function labelled(text, control, hint) {
  if (!hint) return el('label', {}, t(text), control)
  const id = `hint-${++count}`
  control.setAttribute('aria-describedby', id)
  return el('div', {}, el('label', {}, t(text), control), el('p', { className: 'quiet', id }, t(hint)))
}

export const select = (options, value) => {
  const control = el('select', {}, ...options.map(([key, text]) => el('option', { value: key }, t(text))))
  control.value = value
  return control
}

export const fieldset = (legend, ...children) => el('fieldset', {}, el('legend', {}, t(legend)), ...children)

/** A line that announces results and errors: `createStatus(text)` has the element, `report` and `fail`. */
export function createStatus(text = '') {
  const element = el('p', { role: 'status' }, text)
  const report = (message, className = 'quiet') => {
    element.className = className
    element.textContent = message
  }
  return { element, report, fail: (error) => report(error.message, 'error') }
}

/** A button that calls a function. */
export function button(text, onClick, properties = {}) {
  const element = el('button', { type: 'button', ...properties }, text)
  element.addEventListener('click', onClick)
  return element
}

const TABS = { 'index.html': 'Theme', 'pages.html': 'Pages', 'redirects.html': 'Redirects' }

/** The tabs keep the look and the language of the frame. */
const current = location.pathname.split('/').at(-1) || 'index.html'
document
  .querySelector('#tabs')
  .append(
    ...Object.entries(TABS).map(([file, name]) =>
      el('a', { href: file + location.search, ...(file === current && { 'aria-current': 'page' }) }, t(name)),
    ),
  )
