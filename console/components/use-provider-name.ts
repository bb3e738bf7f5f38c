import { markets } from '#console/strings/markets.ts'

/** Returns the name of a provider: `By hand` for `manual`, and `Stripe` for `stripe`. */
export function useProviderName(): (id: string) => string {
  const words = markets.useWords()
  return (id) => {
    if (id === 'manual' || id === 'manual-fulfillment') return words.byHand
    if (id === 'system') return words.withoutProvider
    const name = id.replace(/[-_]+/g, ' ')
    return name.charAt(0).toUpperCase() + name.slice(1)
  }
}
