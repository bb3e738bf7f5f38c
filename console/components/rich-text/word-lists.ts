const LEVEL = /mso-list\s*:\s*l\d+\s+level(\d+)/i
/** Word has nine levels, and other pages can claim a million. */
const MAX_LEVEL = 9
const NUMBER = /^\s*(\d+|[a-z]|[ivxl]+)[.)]/i

/** Word copies items of lists as paragraphs with a typed bullet or number. The styles are in `data-style`. */
export function convertWordLists(body: HTMLElement): void {
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"]')]) {
    const level = Math.min(Number(LEVEL.exec(paragraph.dataset.style ?? '')?.[1] ?? 0), MAX_LEVEL)
    if (level > 0) moveIntoList(paragraph, level)
  }
}

function moveIntoList(paragraph: HTMLElement, level: number): void {
  const marker = paragraph.querySelector('[data-style*="mso-list:Ignore"], [data-style*="mso-list: Ignore"]')
  const name = NUMBER.test(marker?.textContent ?? '') ? 'ol' : 'ul'
  marker?.remove()
  const item = paragraph.ownerDocument.createElement('li')
  item.append(...paragraph.childNodes)
  const list = listBefore(paragraph, name, level)
  list.append(item)
  paragraph.remove()
}

/** The list of this level that ends before the paragraph, or a new one. */
function listBefore(paragraph: HTMLElement, name: 'ol' | 'ul', level: number): Element {
  const before = paragraph.previousElementSibling
  let list: Element = before?.matches(level > 1 ? 'ol, ul' : name) ? before : addList(paragraph, name)
  for (let depth = 1; depth < level; depth++) {
    const last = list.lastElementChild
    if (!last) break
    list = last.querySelector(':scope > ol, :scope > ul') ?? last.appendChild(last.ownerDocument.createElement(name))
  }
  return list
}

function addList(paragraph: HTMLElement, name: 'ol' | 'ul'): Element {
  const list = paragraph.ownerDocument.createElement(name)
  paragraph.before(list)
  return list
}
