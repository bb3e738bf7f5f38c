import { expect, test } from 'vitest'
import { servingHeadersOf } from '#entities/platform/file/serving-headers.ts'

test.each([
  ['public/tea.png', 'image/png', 'inline'],
  ['public/manual.pdf', 'application/pdf', 'inline'],
  ['public/notes.txt', 'text/plain; charset=utf-8', 'inline'],
  ['public/logo.svg', 'image/svg+xml', 'attachment'],
  ['public/x.xhtml', 'application/octet-stream', 'attachment'],
  ['public/x.png.exe', 'application/octet-stream', 'attachment'],
  ['public/x', 'application/octet-stream', 'attachment'],
  ['public/x.constructor', 'application/octet-stream', 'attachment'],
  ['exports/x.csv', 'text/csv; charset=utf-8', 'attachment'],
])('%s is served as %s, %s', (key, contentType, disposition) => {
  expect(servingHeadersOf(key)).toEqual({ contentType, disposition })
})

/** The types of these files, in browsers that decide by the type: scripts, styles, modules, documents and manifests. */
const ACTIVE = [
  ...['js', 'mjs', 'cjs', 'jsx', 'ts', 'css', 'json', 'wasm', 'map', 'importmap', 'webmanifest', 'vbs'],
  ...[
    'html',
    'htm',
    'xhtml',
    'shtml',
    'mhtml',
    'xht',
    'xml',
    'xsl',
    'xslt',
    'rss',
    'atom',
    'svgz',
    'swf',
    'vtt',
    'appcache',
  ],
]

test.each(ACTIVE)('a browser cannot run or apply a file with the extension %s', (extension) => {
  expect(servingHeadersOf(`public/x.${extension}`)).toEqual({
    contentType: 'application/octet-stream',
    disposition: 'attachment',
  })
})
