import { expect, test } from 'vitest'
import { servingHeadersOf } from '#entities/platform/file/serving-headers.ts'

test.each([
  ['public/tea.png', 'image/png', 'inline'],
  ['public/manual.pdf', 'application/pdf', 'inline'],
  ['public/notes.txt', 'text/plain; charset=utf-8', 'inline'],
  ['public/page.html', 'text/html; charset=utf-8', 'attachment'],
  ['public/logo.svg', 'image/svg+xml', 'attachment'],
  ['public/feed.xml', 'application/xml', 'attachment'],
  ['public/x.xhtml', 'application/octet-stream', 'attachment'],
  ['public/x.png.exe', 'application/octet-stream', 'attachment'],
  ['public/x', 'application/octet-stream', 'attachment'],
  ['public/x.constructor', 'application/octet-stream', 'attachment'],
  ['exports/x.csv', 'text/csv; charset=utf-8', 'attachment'],
])('%s is served as %s, %s', (key, contentType, disposition) => {
  expect(servingHeadersOf(key)).toEqual({ contentType, disposition })
})
