import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'

/** The note that visitors do not see the page, with a form for the time of its prices. */
export function previewBanner({ texts, preview }: View): Markup | undefined {
  if (!preview) return undefined
  return html`<aside class="preview" aria-label="${texts.preview.title}"><p><strong>${texts.preview.title}</strong> ${texts.preview.lead}</p>
<form><label for="preview-at">${texts.preview.at}</label>
<input id="preview-at" type="datetime-local" name="at" value="${preview.localTime}"><button class="button button-quiet">${texts.preview.show}</button></form></aside>`
}
