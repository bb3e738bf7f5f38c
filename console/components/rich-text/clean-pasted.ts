import { convertWordLists } from './word-lists.ts'

/**
 * Turns copied HTML of Word, Google Docs and web pages into plain elements: bold and italic styles become elements, paragraphs of
 * Word become lists, and rows of tables become paragraphs. Drops styles, which the Content-Security-Policy refuses.
 */
export function cleanPasted(html: string): string {
  const page = new DOMParser().parseFromString(withInertStyles(html), 'text/html')
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) formatByStyle(element)
  convertWordLists(page.body)
  for (const table of page.querySelectorAll('table')) table.replaceWith(...paragraphsOf(table))
  for (const paragraph of page.querySelectorAll('p[class^="Mso"]')) if (isBlank(paragraph)) paragraph.remove()
  for (const element of page.querySelectorAll('[data-style]')) element.removeAttribute('data-style')
  return page.body.innerHTML
}

/** An element with the attribute `style` of another page would be reported as a violation. */
const withInertStyles = (html: string): string =>
  html.replace(/<style[\s\S]*?<\/style>/gi, '').replace(/(<[^<>]*?\s)style(\s*=)/gi, '$1data-style$2')

const INLINE = 'span, font, a, u'
const WEIGHT = /font-weight\s*:\s*(\w+)/i
const SLANT = /font-style\s*:\s*(\w+)/i

/** Google Docs wraps a copy in `<b style="font-weight:normal">`, and formats by spans. Headings are bold by themselves. */
function formatByStyle(element: HTMLElement): void {
  const style = element.dataset.style ?? ''
  const weight = WEIGHT.exec(style)?.[1]
  const slant = SLANT.exec(style)?.[1]
  const isBold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600
  const isItalic = slant === 'italic' || slant === 'oblique'
  if (element.matches(INLINE)) {
    if (isBold && !element.closest('b, strong, h1, h2, h3, h4, h5, h6')) wrapContent(element, 'strong')
    if (isItalic && !element.closest('i, em')) wrapContent(element, 'em')
  }
  const isPlain =
    (weight !== undefined && !isBold && element.matches('b, strong')) ||
    (slant === 'normal' && element.matches('i, em'))
  if (isPlain) element.replaceWith(...element.childNodes)
}

function wrapContent(element: HTMLElement, name: 'strong' | 'em'): void {
  const wrapper = element.ownerDocument.createElement(name)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
}

/** The editor has no tables: each row becomes a paragraph such as `Size · Chest`. */
const paragraphsOf = (table: HTMLTableElement): HTMLElement[] =>
  [...table.rows].map((row) => {
    const paragraph = table.ownerDocument.createElement('p')
    const texts = [...row.cells].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
    paragraph.textContent = texts.filter(Boolean).join(' · ')
    return paragraph
  })

const isBlank = (element: Element): boolean => element.textContent.trim() === '' && !element.querySelector('img')
