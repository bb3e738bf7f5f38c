import { type Markup, rawHtml } from 'cartwright'
import MarkdownIt from 'markdown-it'

/** HTML in the text becomes text, and links to scripts stay texts. */
const markdown = new MarkdownIt({ html: false, linkify: true })

const LOWEST = 6

/** The title of the page has the first level. The headings of the text begin at the second one and leave out none. */
markdown.core.ruler.push('lower_headings', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const highest = Math.min(...headings.map(levelOf))
  let last = 1
  for (const token of headings) {
    if (token.type === 'heading_open') last = Math.min(LOWEST, last + 1, levelOf(token) - highest + 2)
    token.tag = `h${last}`
  }
})

const levelOf = ({ tag }: { tag: string }): number => Number(tag.slice(1))

/** The HTML of a text in Markdown. */
export const renderMarkdown = (text: string): Markup => rawHtml(markdown.render(text))
