import { createContext, useContext } from 'react'

interface PreviewContext {
  currency: string
  /** The names of line items and variants by their IDs. */
  names: Readonly<Record<string, string>>
}

const Context = createContext<PreviewContext>({ currency: 'eur', names: {} })

/** Gives the previews below it the currency of their amounts and the names of rows. */
export const PreviewProvider = Context.Provider

export const usePreviewContext = (): PreviewContext => useContext(Context)
