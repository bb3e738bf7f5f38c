import { type Markup, rawHtml } from 'cartwright'
import MarkdownIt from 'markdown-it'

/** HTML in the text becomes text, and links to scripts stay texts. */
const markdown = new MarkdownIt({ html: false, linkify: true })

/** Many descriptions are plain text, so each of their lines stays a line. */
const descriptions = new MarkdownIt({ html: false, linkify: true, breaks: true })

const LOWEST = 6

/** The title of the page has the first level. The headings of the text begin at the second one and leave out none. */
const lowerHeadings: Parameters<typeof markdown.core.ruler.push>[1] = ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const highest = Math.min(...headings.map(levelOf))
  let last = 1
  for (const token of headings) {
    if (token.type === 'heading_open') last = Math.min(LOWEST, last + 1, levelOf(token) - highest + 2)
    token.tag = `h${last}`
  }
}
for (const { core } of [markdown, descriptions]) core.ruler.push('lower_headings', lowerHeadings)

const levelOf = ({ tag }: { tag: string }): number => Number(tag.slice(1))

/** The HTML of a text in Markdown. */
export const renderMarkdown = (text: string): Markup => rawHtml(markdown.render(text))

/** The HTML of the description of a product. */
export const renderDescription = (text: string): Markup => rawHtml(descriptions.render(text))

/** A text in Markdown without its signs, for search engines and other shops. */
export const plainText = (text: string): string =>
  descriptions
    .parse(text, {})
    .filter(({ type }) => type === 'inline')
    .map(({ children }) => (children ?? []).map(textOf).join(''))
    .join(' ')
    .trim()

const textOf = ({ type, content }: { type: string; content: string }): string =>
  type === 'softbreak' || type === 'hardbreak' ? ' ' : content
