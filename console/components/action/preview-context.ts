import { createContext, useContext } from 'react'

interface PreviewContext {
  currency: string
  /** The names of line items, variants and prices by their IDs. */
  names?: Readonly<Record<string, string>>
  /** The currencies of prices by their IDs. */
  currencies?: Readonly<Record<string, string>>
  /** Whether the value of the discount is a percentage. */
  isPercentage?: boolean
}

const Context = createContext<PreviewContext>({ currency: 'eur' })

/** Gives the previews below it the currency of their amounts and the names of rows. */
export const PreviewProvider = Context.Provider

export const usePreviewContext = (): PreviewContext => useContext(Context)
