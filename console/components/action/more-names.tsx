import type { ReactNode } from 'react'
import type { ChosenVariant } from '../variants/variant-search.tsx'
import { PreviewProvider, usePreviewContext } from './preview-context.ts'

interface MoreNamesProps {
  /** Variants that the row of the page does not have yet. */
  variants: readonly Pick<ChosenVariant, 'variant_id' | 'title'>[]
  children: ReactNode
}

/** Gives the previews below it the names of chosen variants. */
export function MoreNames({ variants, children }: MoreNamesProps) {
  const context = usePreviewContext()
  const names = { ...context.names, ...Object.fromEntries(variants.map((one) => [one.variant_id, one.title])) }
  return <PreviewProvider value={{ ...context, names }}>{children}</PreviewProvider>
}
