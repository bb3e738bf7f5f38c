/* The libraries of this file are large, so a server loads it with the first import of another program. */

import { convert } from 'html-to-text'
import TurndownService from 'turndown'

const MAX_LENGTH = 1_000_000
const MAX_MARKDOWN_LENGTH = 200_000
const MAX_DEPTH = 100
const MAX_TAGS = 3000

/** Returns the text of HTML. Paragraphs, list items and line breaks stay, scripts and styles do not. */
export const plainText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_LENGTH, maxDepth: MAX_DEPTH },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })

/**
 * Returns HTML as Markdown without any HTML: headings, lists, bold and italic words, quotes, and links to pages. Very long or
 * deep HTML becomes plain text.
 */
export const markdownOf = (html: string): string => (isSimple(html) ? converter.turndown(html).trim() : plainText(html))

const converter = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', emDelimiter: '*' })
  .remove(['script', 'style', 'title', 'iframe', 'object', 'noscript', 'button', 'select', 'textarea'])
  .addRule('picture', { filter: ['img', 'video', 'audio'], replacement: () => '' })
  .addRule('other link', {
    filter: (node) => isOtherLink(elementOf(node)),
    replacement: (content) => content,
  })
  .addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => (elementOf(node).nextElementSibling ? `${oneLine(content)} · ` : oneLine(content)),
  })
  .addRule('row', { filter: 'tr', replacement: (content) => `\n\n${content}\n\n` })

/** The part of an element that the rules read. The types of the converter need those of a browser. */
interface Element {
  nodeName: string
  nextElementSibling: object | null
  getAttribute(name: string): string | null
}

const elementOf = (node: object) => node as Element

const isOtherLink = (node: Element) => node.nodeName === 'A' && !SAFE_LINK.test(node.getAttribute('href') ?? '')

const SAFE_LINK = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i

const oneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, ' ')

const escapeMarkdown = converter.escape.bind(converter)

/** A sign before the name of an element, or before the name of a character, would be HTML. */
converter.escape = (text) => escapeMarkdown(text).replace(/<(?=[a-z!/?])|&(?=#?\w+;)/gi, '\\$&')

const TAG = /<(\/?)([a-z][a-z\d]*)/gi
/** Elements that need no end. */
const OPEN = /^(area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|option|p|source|t[dhr]|tbody|thead|track|wbr)$/i

function isSimple(html: string): boolean {
  if (html.length > MAX_MARKDOWN_LENGTH) return false
  let [depth, tags] = [0, 0]
  for (const [, isEnd, name = ''] of html.matchAll(TAG)) {
    tags += 1
    if (!OPEN.test(name)) depth = isEnd ? Math.max(0, depth - 1) : depth + 1
    if (tags > MAX_TAGS || depth > MAX_DEPTH) return false
  }
  return true
}
