import type { Page } from 'playwright-core'

/** Texts of a page that an element around them cuts off, or that are outside of the window or higher than their row. */
export const cutTexts = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND_CUT_TEXTS)

/** A table of a grid scrolls by itself. A hidden text is for screen readers only. Dots replace a text above the padding. */
const FIND_CUT_TEXTS = `(() => {
  const hides = (element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX)
  const hasText = ({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
  const innerEdges = (box) => {
    const { left, right } = box.getBoundingClientRect()
    const { textOverflow, paddingLeft, paddingRight } = getComputedStyle(box)
    if (textOverflow !== 'ellipsis') return { left, right }
    return { left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight) }
  }
  const isCut = (element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    const row = element.closest('tr')?.getBoundingClientRect()
    if (row && (top < row.top - 1 || bottom > row.bottom + 1)) return true
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const edges = innerEdges(box)
      if (hides(box) && (right > edges.right + 1 || left < edges.left - 1)) return true
      if (box !== element && scrolls(box) && box.scrollWidth > box.clientWidth) return false
    }
    return right > innerWidth + 1 || left < -1
  }
  return [...document.querySelectorAll('main *, [role=dialog] *, [role=menu] *')]
    .filter((element) => hasText(element) && isShown(element) && isCut(element))
    .map((element) => element.textContent.trim())
})()`
