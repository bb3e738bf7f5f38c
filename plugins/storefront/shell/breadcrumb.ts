import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'

interface Breadcrumb {
  /** The pages above this one, the first one first. */
  steps: readonly { name: string; path: string }[]
  /** The name of this page. */
  current: string
}

/** The links from a page to those above it. */
export const breadcrumb = ({ texts }: View, { steps, current }: Breadcrumb): Markup =>
  html`<nav class="breadcrumb" aria-label="${texts.shell.breadcrumb}"><ol>
${steps.map(({ name, path }) => html`<li><a href="${path}">${name}</a></li>`)}
<li aria-current="page">${current}</li></ol></nav>`

/** The link from a page of the account back to the account. */
export const accountBreadcrumb = (view: View, current: string): Markup =>
  breadcrumb(view, { steps: [{ name: view.texts.shell.account, path: view.path('/account') }], current })
