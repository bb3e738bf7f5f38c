import { html, type Markup } from 'cartwright'
import type { View } from '../site/view.ts'

interface ProviderChoice {
  providers: readonly { provider_id: string }[]
  /** The ID of the chosen provider. */
  chosen: string | undefined
}

export function providerChoice({ texts }: View, { providers, chosen }: ProviderChoice): Markup {
  const names: Readonly<Record<string, string>> = texts.payment
  return html`<fieldset class="choices choices-large"><legend>${texts.checkout.howPaid}</legend>
${providers.map(
  ({
    provider_id,
  }) => html`<label class="choice"><input type="radio" name="provider" value="${provider_id}" required${provider_id === chosen && html` checked`}>
<span>${names[provider_id] ?? provider_id}</span></label>`,
)}</fieldset>`
}
