import { context } from '../../plugin.js'
import { el, labelled, select, t } from './page.js'

const PAGES = [
  ['home', 'Home'],
  ['products', 'Products'],
  ['product', 'Product'],
  ['cart', 'Cart'],
  ['login', 'Log in'],
]

const MODES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
]

const WIDTHS = [
  ['desktop', 'Desktop'],
  ['phone', 'Phone'],
]

/** Time after the last change, in milliseconds, so that a moving slider loads one page. */
const PAUSE = 300

/** In characters of an address. */
const LONGEST = 6000

/** A frame with pages of the storefront in a theme that is not saved. */
export function createPreview(place, languages) {
  const own = languages.find(({ code }) => context.language.startsWith(code)) ?? languages[0]
  const page = select(PAGES, 'home')
  const mode = select(MODES, 'light')
  const width = select(WIDTHS, 'desktop')
  const language = select(
    languages.map(({ code, name }) => [code, name]),
    own.code,
  )
  const frame = el('iframe', { title: t('Preview') })
  let theme
  let timer
  let top = 0

  /** An address with many swatches is too long. Without them, the page has the stored ones. */
  function themeOfAddress() {
    const { swatches, ...others } = theme
    const complete = swatches.filter(({ value }) => value.trim() !== '')
    const text = JSON.stringify({ ...others, swatches: complete })
    return encodeURIComponent(text).length > LONGEST ? JSON.stringify(others) : text
  }

  function load() {
    top = frame.contentWindow?.scrollY ?? 0
    const query = new URLSearchParams({ theme: themeOfAddress(), page: page.value, language: language.value })
    frame.src = new URL(`../../../theme-preview?${query}`, import.meta.url)
  }

  function setMode() {
    const root = frame.contentDocument?.documentElement
    if (root) root.style.colorScheme = theme.scheme === 'auto' ? mode.value : theme.scheme
  }

  frame.addEventListener('load', () => {
    if (!theme) return
    const { contentDocument, contentWindow } = frame
    // The links of a preview lead to pages that no frame may show.
    if (contentDocument?.body) contentDocument.body.inert = true
    setMode()
    contentWindow?.scrollTo(0, top)
  })
  page.addEventListener('change', load)
  language.addEventListener('change', load)
  mode.addEventListener('change', setMode)
  width.addEventListener('change', () => frame.classList.toggle('phone', width.value === 'phone'))
  const choices = { Page: page, Language: language, Colours: mode, Width: width }
  const labels = Object.entries(choices).map(([name, control]) => labelled(name, control))
  place.append(el('div', { className: 'row' }, ...labels), frame)
  return {
    show(changed) {
      theme = changed
      clearTimeout(timer)
      timer = setTimeout(load, PAUSE)
    },
  }
}
