import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'

const PATHS = { address: '/checkout', delivery: '/checkout/delivery', payment: '/checkout/payment' } as const

export type Step = keyof typeof PATHS

const ALL = Object.keys(PATHS) as Step[]

/** The steps of the checkout. Earlier steps are links. */
export function steps({ texts: { checkout }, path }: View, current: Step): Markup {
  return html`<nav class="steps" aria-label="${checkout.steps}"><ol>
${ALL.map((step) => {
  if (step === current) return html`<li aria-current="step">${checkout[step]}</li>`
  return ALL.indexOf(step) < ALL.indexOf(current)
    ? html`<li><a href="${path(PATHS[step])}">${checkout[step]}</a></li>`
    : html`<li class="soft">${checkout[step]}</li>`
})}</ol></nav>`
}
