import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, type Markup, redirect, route } from 'cartwright'
import { z } from 'zod'
import { stylePathOf } from '../shell/style.ts'
import type { View } from '../site/view.ts'

const FILES = ['parts.js', 'search.js', 'cart.js', 'product.js', 'list.js', 'wish.js', 'return.js']

const source = FILES.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('')

/** Imports between the parts, exports and comments. The browser gets one function, so no name is global. */
const ONLY_IN_SOURCE = /^\s*\/\*[\s\S]*?\*\/\n|^\s*\/\/.*\n|^import .*\n|^export |^\s+|^\n/gm

const script = `(() => {\n'use strict'\n${source.replaceAll(ONLY_IN_SOURCE, '')}})()\n`

const PATH = '/storefront.js'
const version = createHash('sha256').update(script).digest('hex').slice(0, 12)

/** The element that loads the script, with the texts and the styles that only the script shows. */
export const scriptElement = ({ texts: { script: words } }: View): Markup =>
  html`<script src="${PATH}?v=${version}" defer data-styles="${stylePathOf('all')}" data-close="${words.close}" data-suggestions="${words.suggestions}"></script>`

export const scriptRoute = route.get(
  PATH,
  { cache: 'immutable', input: z.object({ v: z.string().optional() }) },
  ({ input }) =>
    input.v === version
      ? new Response(script, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
      : redirect(`${PATH}?v=${version}`, 302),
)
