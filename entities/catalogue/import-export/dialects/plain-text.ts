import { convert } from 'html-to-text'

const MAX_LENGTH = 1_000_000

export const isFormatted = (text: string): boolean => /<[a-z!/][^>]*>|&(#\d+|#x[\da-f]+|[a-z]+\d*);/i.test(text)

/** Returns the text of HTML. Paragraphs, list items and line breaks stay, scripts and styles do not. */
export const plainText = (html: string): string =>
  convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_LENGTH, maxDepth: 100 },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
