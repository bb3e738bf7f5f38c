import { loadStyle, select, text } from './parts.js'

/* Suggestions below the field of the search: https://www.w3.org/WAI/ARIA/apg/patterns/combobox */

const WAIT = 150
const SHORTEST = 2

/** @param {HTMLInputElement} input */
function suggestFor(input) {
  const list = document.createElement('ul')
  list.id = 'suggestions'
  list.className = 'suggestions'
  list.hidden = true
  for (const [name, value] of [
    ['role', 'listbox'],
    ['aria-label', text('suggestions')],
  ])
    list.setAttribute(name ?? '', value ?? '')
  input.form?.append(list)
  input.autocomplete = 'off'
  for (const [name, value] of Object.entries({
    role: 'combobox',
    autocomplete: 'list',
    controls: list.id,
    expanded: 'false',
  }))
    input.setAttribute(name === 'role' ? name : `aria-${name}`, value)

  let timer = 0
  /** @type {AbortController | undefined} */
  let running
  let chosen = -1

  const options = () => /** @type {HTMLElement[]} */ ([...list.children])

  /** @param {string} html */
  function show(html) {
    list.innerHTML = html
    choose(-1)
    list.hidden = list.children.length === 0
    input.setAttribute('aria-expanded', String(!list.hidden))
  }

  /** @param {number} index */
  function choose(index) {
    options()[chosen]?.removeAttribute('aria-selected')
    chosen = index
    const option = options()[index]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }

  async function load() {
    running?.abort()
    const words = input.value.trim()
    if (words.length < SHORTEST) return show('')
    running = new AbortController()
    const address = `${input.form?.action}/suggest?q=${encodeURIComponent(words.slice(0, 200))}`
    const [answer] = await Promise.all([fetch(address, { signal: running.signal }), loadStyle(text('styles'))])
    if (answer.ok && document.activeElement === input) show(await answer.text())
  }

  /** @param {HTMLElement | undefined} option */
  const go = (option) => {
    if (option?.dataset.path) location.assign(option.dataset.path)
  }

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => load().catch(() => {}), WAIT)
  })
  input.addEventListener('keydown', (event) => {
    const { length } = list.children
    if (list.hidden) return
    if (event.key === 'ArrowDown') choose(chosen + 1 < length ? chosen + 1 : -1)
    else if (event.key === 'ArrowUp') choose(chosen < 0 ? length - 1 : chosen - 1)
    else if (event.key === 'Escape') show('')
    else if (event.key === 'Enter' && chosen >= 0) go(options()[chosen])
    else return
    event.preventDefault()
  })
  input.addEventListener('blur', () => show(''))
  // The press would take the focus from the field, and close the list before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', (event) => {
    const { target } = event
    if (target instanceof Element) go(target.closest('li') ?? undefined)
  })
}

const searchField = /** @type {HTMLInputElement | null} */ (select('#search'))
if (searchField) suggestFor(searchField)
