import { expect, test } from 'vitest'
import { wordPressText } from '#entities/catalogue/import-export/dialects/formatted-text.ts'
import { markdownOf } from '#entities/catalogue/import-export/dialects/html-text.ts'
import { renderDescription } from '../../../../../plugins/storefront/content/markdown.ts'

/** The page of a product shows no element that the text of the old shop could have written. */
const shown = (html: string): string => renderDescription(markdownOf(html)).toString()

test('formatting of HTML becomes Markdown', () => {
  expect(
    markdownOf(
      '<h2>Wool</h2><p><strong>Warm </strong>and <em>soft</em><br>hat</p><ul><li>a</li><li>b</li></ul><blockquote>q</blockquote><a href="/products/x">x</a>',
    ),
  ).toBe('## Wool\n\n**Warm** and *soft*  \nhat\n\n-   a\n-   b\n\n> q\n\n[x](/products/x)')
  expect(markdownOf('<table><tr><th>Size</th><td>S<br>M</td></tr></table>')).toBe('Size · S M')
})

test('no element, script or link to a script remains', () => {
  for (const html of [
    '<script>alert(1)</script><p>a</p>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    '<p>&amp;lt;script&amp;gt;</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\nscript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="//evil.example">x</a>',
    '<img src=x onerror=alert(1)><svg onload=alert(1)><iframe src="javascript:1"></iframe>',
    '<p>[x](javascript:alert(1))</p>',
    '<style>p { color: red }</style><p onclick="alert(1)">a</p>',
  ]) {
    expect(shown(html), html).not.toMatch(/<(?!\/?(p|br|a)\b)|href="(?!https?:|\/(?!\/))|onclick|onload|onerror=/)
    expect(markdownOf(html), html).not.toMatch(/(^|[^\\])<[a-z!/]/i)
  }
  expect(shown('<p>&lt;b&gt; and &amp;lt;</p>')).toBe('<p>&lt;b&gt; and &amp;lt;</p>\n')
})

test('text that looks like Markdown stays text', () => {
  expect(shown('<p>1. no list, 5 * 3 * 2, [x](y), # no heading</p>')).toBe(
    '<p>1. no list, 5 * 3 * 2, [x](y), # no heading</p>\n',
  )
})

test('line breaks of WordPress stay, also if the file writes them as \\n', () => {
  expect(markdownOf(wordPressText('One\\ntwo <b>three</b>\\n\\nFour\\n<ul>\\n<li>a</li>\\n</ul>\\nend'))).toBe(
    'One  \ntwo **three**\n\nFour\n\n-   a\n\nend',
  )
  expect(wordPressText('One\\ntwo')).toBe('One\ntwo')
})

test('deep, long and broken HTML takes seconds at most', { timeout: 60_000 }, () => {
  for (const html of [
    '<div>'.repeat(40_000),
    '<li>'.repeat(40_000),
    '<option>'.repeat(20_000),
    '<p '.repeat(60_000),
    `<p>${'<'.repeat(190_000)}`,
    `<a href="${'('.repeat(100_000)}">x</a>`,
  ]) {
    const start = performance.now()
    markdownOf(wordPressText(html))
    expect(performance.now() - start, html.slice(0, 10)).toBeLessThan(10_000)
  }
})
