import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'

export interface Field {
  name: string
  label: string
  value?: string | null | undefined
  error?: string | undefined
  hint?: string
  type?: 'text' | 'email' | 'tel' | 'password'
  /** The purpose for the browser, such as `given-name`. */
  autocomplete?: string
  isOptional?: boolean
  maxLength?: number
}

/** An input with its label, its hint and its error. */
export function field({ texts }: View, one: Field): Markup {
  const { name, label, value, error, hint, type = 'text', autocomplete, isOptional = false, maxLength = 200 } = one
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field field-${name.replaceAll('_', '-')}"><label for="${name}">${label}${isOptional && html` <span class="soft">(${texts.checkout.optional})</span>`}</label>
<input id="${name}" name="${name}" type="${type}" value="${value}" maxlength="${maxLength}"${autocomplete && html` autocomplete="${autocomplete}"`}${!isOptional && html` required`}${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}>
${hint && html`<p class="soft" id="${name}-hint">${hint}</p>`}
${error && html`<p class="error" id="${name}-error">${error}</p>`}</div>`
}

export interface Select {
  name: string
  label: string
  value: string
  options: readonly { value: string; text: string }[]
  error?: string | undefined
  autocomplete?: string
}

export const select = ({ name, label, value, options, error, autocomplete }: Select): Markup =>
  html`<div class="field field-${name.replaceAll('_', '-')}"><label for="${name}">${label}</label>
<select id="${name}" name="${name}" required${autocomplete && html` autocomplete="${autocomplete}"`}${error && html` aria-invalid="true" aria-describedby="${name}-error"`}>
${options.map((option) => html`<option value="${option.value}"${option.value === value && html` selected`}>${option.text}</option>`)}
</select>${error && html`<p class="error" id="${name}-error">${error}</p>`}</div>`

export const HONEYPOT = 'website'

/** A field that people do not see. A program that fills every field reveals itself. */
export const honeypot = ({ texts }: View): Markup =>
  html`<div class="trap" aria-hidden="true"><label for="${HONEYPOT}">${texts.checkout.website}</label>
<input id="${HONEYPOT}" name="${HONEYPOT}" tabindex="-1" autocomplete="off"></div>`
